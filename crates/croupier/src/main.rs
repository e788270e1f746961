//! The command: one word for each thing that a person wants.

mod backup;
mod checkpoint;
mod copy;
mod count;
mod csv;
mod drill;
mod export;
mod failure;
mod fair;
mod floor;
mod interrupt;
mod json;
mod merge;
mod odds;
mod order;
mod par;
mod people;
mod progress;
mod proof;
mod question;
mod register;
mod replay;
mod report;
mod rng;
mod rules;
mod secret;
mod serve;
mod session;
mod settle;
mod simulate;
mod stream;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use croupier_answers::columns;

/// Run, prove and audit casino table games by the letter of their rules
///
/// Results go to standard output, everything else to standard error. The exit status is 0 when all
/// went well, 1 when something in the input was wrong, 2 when the command could not run.
#[derive(Parser)]
#[command(name = "croupier", version, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    word: Option<Word>,
}

#[derive(Subcommand)]
enum Word {
    Serve(serve::Arguments),
    Settle(settle::Arguments),
    Rules(rules::Arguments),
    Drill(drill::Arguments),
    Odds(odds::Arguments),
    Par(par::Arguments),
    Session(session::Arguments),
    Simulate(simulate::Arguments),
    Merge(merge::Arguments),
    Rng(rng::Arguments),
    Report(report::Arguments),
    Export(export::Arguments),
    People(people::Arguments),
    Order(order::Arguments),
    Floor(floor::Arguments),
    Verify(verify::Arguments),
    Replay(replay::Arguments),
    Fair(fair::Arguments),
    Checkpoint(checkpoint::Arguments),
    Proof(proof::Arguments),
    Backup(backup::Arguments),
    Copy(copy::Arguments),
    Secret(secret::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Without a word, the house opens.
    let word = arguments.word.unwrap_or_else(|| Word::Serve(serve::Arguments::default()));
    let done = match word {
        Word::Serve(arguments) => serve::run(&arguments),
        Word::Settle(arguments) => settle::run(&arguments),
        Word::Rules(arguments) => rules::run(&arguments),
        Word::Drill(arguments) => drill::run(&arguments),
        Word::Odds(arguments) => odds::run(&arguments),
        Word::Par(arguments) => par::run(&arguments),
        Word::Session(arguments) => session::run(&arguments),
        Word::Simulate(arguments) => simulate::run(&arguments),
        Word::Merge(arguments) => merge::run(&arguments),
        Word::Rng(arguments) => rng::run(&arguments),
        Word::Report(arguments) => report::run(&arguments),
        Word::Export(arguments) => export::run(&arguments),
        Word::People(arguments) => people::run(&arguments),
        Word::Order(arguments) => order::run(&arguments),
        Word::Floor(arguments) => floor::run(&arguments),
        Word::Verify(arguments) => verify::run(&arguments),
        Word::Replay(arguments) => replay::run(&arguments),
        Word::Fair(arguments) => fair::run(&arguments),
        Word::Checkpoint(arguments) => checkpoint::run(&arguments),
        Word::Proof(arguments) => proof::run(&arguments),
        Word::Backup(arguments) => backup::run(&arguments),
        Word::Copy(arguments) => copy::run(&arguments),
        Word::Secret(arguments) => secret::run(&arguments),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => failure.report(),
    }
}
