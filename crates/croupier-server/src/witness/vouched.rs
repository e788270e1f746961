//! How a witness shows that an answer is its own, and of now: it signs what it was asked and what it answers, with random
//! digits that whoever asks has chosen. So nobody on the way can answer in its place, or with what it answered before.

use croupier_journal::Identity;
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

/// The header with the random digits of whoever asks.
pub(crate) const CHALLENGE: &str = "x-witness-challenge";
/// The header with the signature of the witness, in hexadecimal digits.
pub(crate) const SIGNATURE: &str = "x-witness-signature";

/// A question, and the challenge that came with it.
pub(crate) struct Asked<'a> {
    pub(crate) method: &'a str,
    pub(crate) identity: &'a Identity,
    pub(crate) challenge: &'a str,
    pub(crate) body: &'a str,
}

impl Asked<'_> {
    /// Writes what is signed: the question, and what is answered to it.
    pub(crate) fn answered(&self, status: u16, body: &[u8]) -> Vec<u8> {
        let Self { method, identity, challenge, body: sent } = self;
        let hash = |text: &[u8]| HEXLOWER.encode(&Sha256::digest(text));
        let journal = HEXLOWER.encode(&identity.journal);
        let (sent, told) = (hash(sent.as_bytes()), hash(body));
        let key = identity.key;
        format!("{method} {key} {journal} {challenge} {sent} {status} {told}").into_bytes()
    }
}
