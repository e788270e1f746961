/** A fraction as a text, such as `7/495`. */
export type Fraction = string;
/** An amount of money in cents. */
export type Cents = number;

/** A game, as its own file describes it. */
export interface Game {
  name: string;
  title: string;
  wagers: { name: string; clause: string; marks: number[]; follows: boolean }[];
  choices: string[];
  variants: string[];
  decks: number[];
  areas: number;
  jackpot: boolean;
}

/** A clause of an order, in plain words. */
export interface Clause {
  clause: string;
  kind: string;
  actor: string;
  software: string;
  level: 'enforce' | 'prompt' | 'record' | 'configure' | 'none';
  parameter: string;
}

/** A round sheet; its format is that of `croupier settle`. */
export interface Sheet {
  id?: string;
  game: string;
  table?: Record<string, unknown>;
  script: Record<string, unknown>[];
  want?: Record<string, unknown>;
  [field: string]: unknown;
}

/** The answer to a sheet, or what is wrong with it. */
export interface Answer {
  id: string | null;
  /** What became of each wager. */
  settled?: { step: number; player: string; on: string; stake: Cents; result: string; pays?: Cents; back?: Cents; clause: string; [field: string]: unknown }[];
  refused?: { step: number; clause: string; reason: string; [field: string]: unknown }[];
  open?: Record<string, unknown>[];
  expects?: string;
  /** Why the line is no sheet. */
  error?: string;
  [field: string]: unknown;
}

/** How a game is played, and by whom. */
export interface OddsOptions {
  decks?: number;
  variant?: string;
  /** `optimal`, `total`, or a choice that is always made. */
  strategy?: string;
  chart?: string;
  pays?: string;
  removed?: string[];
  major?: Cents;
  minor?: Cents;
  price?: Cents;
  stake?: Cents;
  chip?: Cents;
}

export interface WagerOdds {
  on: string;
  number: number | null;
  point: number | null;
  outcomes: { result: string; net: Fraction; probability: Fraction; clause: string }[];
  edge: Fraction;
  element_of_risk: Fraction;
  average_stake: Fraction;
  hit: Fraction;
  push: Fraction;
  rolls: Fraction | null;
  placed: Fraction | null;
  sd: number;
}

export interface Odds {
  game: string;
  title: string;
  decks: number;
  cards: string;
  wagers: WagerOdds[];
  left_out: { on: string; mark: number | null; why: string; clause: string }[];
  chart: { rows: string[]; exceptions: string[] } | null;
}

export interface Par {
  odds: Odds;
  rounds: number[];
  volatility: { index: number; skewness: number | null; kurtosis: number | null; bands: { percent: number; holds: [number, number][] }[] }[];
  removal: { rank: string; changes: Fraction[] }[];
  rounding: { on: string; mark: number | null; exact: Fraction; stakes: [number, Fraction][] }[];
}

/** A situation to be judged. */
export interface Exercise {
  id: string;
  game: string;
  title: string;
  tell: string;
  options: string[];
  /** The right one of them. */
  right: string;
  clause: string;
  explanation: string;
}

/** What was checked of a draw; `right` is null where nothing can be checked yet. */
export interface Checked {
  about: string;
  right: boolean | null;
  steps: { right: boolean; words: string }[];
}

/** What was found in a journal. */
export interface Proof {
  sound: boolean;
  hashes: boolean;
  key: string | null;
  key_was_given: boolean;
  entries: number;
  chains: number;
  checkpoints: number;
  signed: number;
  faults: string[];
  notes: string[];
  /** The same in lines for people. */
  text: string;
  decided?: number;
  rounds?: number;
  lines?: number;
  proved?: number;
  unproved?: number;
  [field: string]: unknown;
}

/** The files of a journal. One that was closed is a single file; else its log and its end belong to it. */
export interface JournalFiles {
  db: Uint8Array;
  /** The file that ends in `-wal`. */
  wal?: Uint8Array;
  /** The file that ends in `.end`. */
  end?: Uint8Array;
}

export class Croupier {
  constructor(module: WebAssembly.Module);
  games(): Promise<Game[]>;
  rules(game: string): Promise<Clause[]>;
  /** Answers sheets, in order. */
  settle(sheets: string | Sheet | (string | Sheet)[]): Promise<Answer[]>;
  /** Answers sheets as tables for people. */
  explain(sheets: string | Sheet | (string | Sheet)[]): Promise<{ right: boolean; text: string }>;
  /** Compares the answer to a sheet with what it wants: the differences, or null where it wants nothing. */
  check(sheet: string | Sheet): Promise<string[] | null>;
  odds(game: string, options?: OddsOptions): Promise<Odds>;
  par(game: string, options?: OddsOptions & { chips?: number }): Promise<Par>;
  /** What the meters of a jackpot must show so that the wager is fair. */
  breakEven(game: string, options?: OddsOptions): Promise<Record<'major' | 'minor', { cents: Cents | null; reason: string | null }>>;
  /** Situations to be judged: the same ones for the same seed. */
  drill(options?: { game?: string | null; count?: number; seed?: number }): Promise<Exercise[]>;
  /** Checks a document by which a house proves a draw: of a round, of burned cards, of mystery prizes, of a promotion or an entry. */
  fair(proof: string | object): Promise<Checked>;
  /** Proves a journal. */
  verify(files: JournalFiles, options?: { key?: string | null; checkpoint?: string | null; chainOnly?: boolean; progress?: (done: number, all: number) => void }): Promise<Proof>;
  /** Who did what in a round, and what followed. */
  replay(files: JournalFiles, table: number, round: number): Promise<{ number: number; at: number; who: string; act: unknown; answer: unknown }[]>;
}

/** Something that cannot be done: the message says what, and why. */
export class CroupierError extends Error {}

/** Loads the program: from beside this module, or from an address, bytes, or a module that was compiled. */
export function load(source?: string | URL | Uint8Array | ArrayBuffer | WebAssembly.Module): Promise<Croupier>;
