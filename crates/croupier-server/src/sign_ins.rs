//! How often anyone may guess a password. Every guess is counted before it is hashed, all at once under one lock, so
//! that however many come together, five are looked at.
//!
//! Nobody can lock out somebody else: whoever has signed in before is known by a cookie of the device or by the address,
//! and what strangers guess does not count there. (OWASP describes the cookie as "device cookies".)
//!
//! Who knows the password has a budget too, and two turns at a time: however often one account is signed in to, or from one
//! address, others wait for two hashes at most, and the journal grows by little.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

use crate::budget::{Budgets, Rate};
use crate::clock::Clock;
use crate::origin::Origin;

/// After so many failures in a row, the next one has to wait.
const FAILURES: u32 = 5;
/// The longest wait, in seconds; after as long without a guess all is forgotten.
const LONGEST: u64 = 900;
/// The longest wait of strangers at one account: its owner may be among them.
const LONGEST_AT_ACCOUNT: u64 = 60;
/// So many counts are kept, and so many addresses from which people have signed in.
const COUNTS: usize = 20_000;
const FAMILIAR: usize = 10_000;

/// How often one account may be signed in to. Strangers who guess are stopped long before that.
const OF_ACCOUNT: Rate = Rate { per_minute: 30, burst: 60 };
/// So many passwords are hashed at a time for one account, and for one address.
const TURNS: usize = 2;

/// An account by the hash of its name, so that the length of a name costs nothing.
type Account = [u8; 16];

/// Whose guesses are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Counted {
    /// Those of a device on which this person has signed in before.
    Device(Account, [u8; 16]),
    /// Those from an address from which this person has signed in before.
    Familiar(Account, Origin),
    /// Those of all others at one account.
    Strangers(Account),
    /// Those of strangers from one address, at whatever account.
    From(Origin),
}

/// Whose passwords are hashed two at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Lane {
    Of(Account),
    From(Origin),
}

#[derive(Clone, Copy)]
struct Count {
    guesses: u32,
    last: u64,
}

#[derive(Default)]
struct Counts {
    guesses: HashMap<Counted, Count>,
    /// When somebody last signed in from where.
    familiar: HashMap<(Account, Origin), u64>,
}

/// A guess that was counted and may be hashed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    account: Account,
    origin: Origin,
    counted: [Option<Counted>; 2],
}

/// Counts guesses.
pub(crate) struct SignIns {
    counts: Mutex<Counts>,
    accounts: Budgets<Account>,
    /// Those who have a turn, or wait for one.
    lanes: Mutex<HashMap<Lane, Arc<Semaphore>>>,
    key: [u8; 32],
    clock: Arc<dyn Clock>,
}

impl SignIns {
    /// Counts by a clock; `key` makes the cookies of devices.
    pub(crate) fn new(key: [u8; 32], clock: Arc<dyn Clock>) -> Self {
        let accounts = Budgets::new(OF_ACCOUNT);
        Self { counts: Mutex::default(), accounts, lanes: Mutex::default(), key, clock }
    }

    /// Counts a guess, if it may be made now.
    ///
    /// # Errors
    /// After how many seconds it may.
    pub(crate) fn guess(
        &self,
        name: &str,
        origin: Origin,
        device: Option<&str>,
    ) -> Result<Guess, u64> {
        let (account, now) = (account(name), self.clock.elapsed());
        let device = device.and_then(|cookie| self.device(account, cookie));
        let mut counts = self.lock();
        let counted = match device {
            Some(nonce) => [Some(Counted::Device(account, nonce)), None],
            None if counts.familiar.contains_key(&(account, origin)) => {
                [Some(Counted::Familiar(account, origin)), None]
            }
            None => [Some(Counted::Strangers(account)), Some(Counted::From(origin))],
        };
        let waits = counted.iter().flatten().filter_map(|key| counts.wait(key, now));
        if let Some(wait) = waits.max() {
            return Err(wait);
        }
        counts.make_room(now)?;
        if !self.accounts.take(account, now) {
            return Err(60 / OF_ACCOUNT.per_minute);
        }
        for key in counted.into_iter().flatten() {
            let count = counts.guesses.entry(key).or_insert(Count { guesses: 0, last: now });
            (count.guesses, count.last) = (count.guesses.saturating_add(1), now);
        }
        Ok(Guess { account, origin, counted })
    }

    /// Waits until few enough passwords are hashed for this account, and from this address.
    ///
    /// # Errors
    /// Nobody has a turn any more: the house ends.
    pub(crate) async fn turn(&self, guess: &Guess) -> Result<Turn<'_>, AcquireError> {
        let lanes = [Lane::Of(guess.account), Lane::From(guess.origin)];
        // Who goes away while waiting leaves nothing behind.
        let mut turn = Turn { sign_ins: self, lanes, permits: Vec::new() };
        for lane in lanes {
            turn.permits.push(self.lane(lane).acquire_owned().await?);
        }
        Ok(turn)
    }

    fn lane(&self, lane: Lane) -> Arc<Semaphore> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(lanes.entry(lane).or_insert_with(|| Arc::new(Semaphore::new(TURNS))))
    }

    /// The guess was right: what was counted for it is forgotten, and the address is familiar from now on. Returns
    /// the cookie for the device.
    ///
    /// # Errors
    /// The random source of the machine fails.
    pub(crate) fn succeeded(&self, guess: &Guess) -> Result<String, getrandom::Error> {
        let mut nonce = [0; 16];
        getrandom::fill(&mut nonce)?;
        let mut counts = self.lock();
        for key in guess.counted.into_iter().flatten() {
            match key {
                // The others at this address have not guessed better for it.
                Counted::From(_) => {
                    if let Some(count) = counts.guesses.get_mut(&key) {
                        count.guesses = count.guesses.saturating_sub(1);
                    }
                }
                // What others have guessed meanwhile still counts for them.
                Counted::Strangers(_) | Counted::Device(..) | Counted::Familiar(..) => {
                    counts.guesses.remove(&key);
                }
            }
        }
        let familiar = &mut counts.familiar;
        if familiar.len() >= FAMILIAR
            && let Some(oldest) = familiar.iter().min_by_key(|(_, at)| **at).map(|(key, _)| *key)
        {
            familiar.remove(&oldest);
        }
        familiar.insert((guess.account, guess.origin), self.clock.elapsed());
        let mac = self.mac(guess.account, &nonce);
        Ok(format!("{}.{}", HEXLOWER.encode(&nonce), HEXLOWER.encode(&mac)))
    }

    /// Finds the number of a device in its cookie, if the cookie was made by us for this account.
    fn device(&self, account: Account, cookie: &str) -> Option<[u8; 16]> {
        let (nonce, mac) = cookie.split_once('.')?;
        let nonce: [u8; 16] = HEXLOWER.decode(nonce.as_bytes()).ok()?.try_into().ok()?;
        let mac = HEXLOWER.decode(mac.as_bytes()).ok()?;
        let good = self.mac(account, &nonce);
        bool::from(good.as_slice().ct_eq(&mac)).then_some(nonce)
    }

    fn mac(&self, account: Account, nonce: &[u8; 16]) -> [u8; 16] {
        // Every part has a fixed length, so nothing can be added to the end.
        let hash = Sha256::new().chain_update(b"croupier device").chain_update(self.key);
        first_half(&hash.chain_update(account).chain_update(nonce).finalize())
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The turn of somebody whose password is hashed, until it is dropped.
pub(crate) struct Turn<'a> {
    sign_ins: &'a SignIns,
    lanes: [Lane; 2],
    permits: Vec<OwnedSemaphorePermit>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.permits.clear();
        let mut lanes = self.sign_ins.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        for lane in self.lanes {
            // Nobody else has a turn there or waits for one.
            if lanes.get(&lane).is_some_and(|turns| Arc::strong_count(turns) == 1) {
                lanes.remove(&lane);
            }
        }
    }
}

impl Counts {
    /// Says how many seconds the next guess has to wait.
    fn wait(&self, key: &Counted, now: u64) -> Option<u64> {
        let Count { guesses, last } = *self.guesses.get(key)?;
        let beyond = guesses.checked_sub(FAILURES)?;
        let longest = match key {
            Counted::Strangers(_) => LONGEST_AT_ACCOUNT,
            Counted::Device(..) | Counted::Familiar(..) | Counted::From(_) => LONGEST,
        };
        let wait = 2_u64.saturating_pow(beyond.min(10) + 2).min(longest);
        let until = last + wait * 1000;
        (now < until).then(|| (until - now).div_ceil(1000))
    }

    /// Forgets what is long ago when there are too many counts.
    fn make_room(&mut self, now: u64) -> Result<(), u64> {
        if self.guesses.len() + 2 <= COUNTS {
            return Ok(());
        }
        self.guesses.retain(|_, count| now < count.last + LONGEST * 1000);
        if self.guesses.len() + 2 <= COUNTS { Ok(()) } else { Err(60) }
    }
}

fn account(name: &str) -> Account {
    first_half(&Sha256::digest(name.as_bytes()))
}

fn first_half(hash: &[u8]) -> [u8; 16] {
    std::array::from_fn(|at| hash[at])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{COUNTS, SignIns};
    use crate::clock::Manual;
    use crate::origin::Origin;

    fn at(last: u8) -> Origin {
        Origin::of([192, 0, 2, last].into())
    }

    fn sign_ins() -> (SignIns, Arc<Manual>) {
        let clock = Arc::new(Manual::default());
        (SignIns::new([7; 32], clock.clone()), clock)
    }

    #[test]
    fn guessing_gets_slower() {
        let (sign_ins, clock) = sign_ins();
        let guess = || sign_ins.guess("ann", at(1), None);
        assert_eq!((0..1_000).filter(|_| guess().is_ok()).count(), 5);
        let first = guess().expect_err("five were wrong");
        clock.advance(first * 1000);
        assert_eq!((0..1_000).filter(|_| guess().is_ok()).count(), 1);
        assert!(guess().expect_err("six were wrong") > first);
        assert!(sign_ins.guess("bob", at(1), None).is_err(), "the address waits too");
        assert!(sign_ins.guess("bob", at(2), None).is_ok());
        // A clock that is set back changes nothing.
        clock.jump(-3_600_000);
        clock.advance(1_000_000);
        assert!(guess().is_ok());
    }

    /// Whatever strangers guess, the owner gets in where she has been before, and by her device from anywhere.
    #[test]
    fn strangers_do_not_lock_the_owner_out() {
        let (sign_ins, _) = sign_ins();
        let good = sign_ins.guess("ann", at(1), None).expect("nobody has guessed yet");
        let device = sign_ins.succeeded(&good).expect("the random source works");
        for from in 2..=250 {
            for _ in 0..10 {
                let _counted = sign_ins.guess("ann", at(from), None);
            }
        }
        assert!(sign_ins.guess("ann", at(3), None).is_err());
        assert!(sign_ins.guess("ann", at(1), None).is_ok(), "a familiar address");
        assert!(sign_ins.guess("ann", at(3), Some(&device)).is_ok(), "a familiar device");
        let guesses = (0..100).filter(|_| sign_ins.guess("bob", at(3), Some(&device)).is_ok());
        assert_eq!(guesses.count(), 5, "at another account it is a stranger's");
        let guesses = (0..100).filter(|_| sign_ins.guess("ann", at(3), Some(&device)).is_ok());
        assert_eq!(guesses.count(), 4, "a stolen device guesses no more than others");
        for forged in ["", ".", "00.00", &device[1..], &format!("{device}0")] {
            assert!(sign_ins.guess("ann", at(3), Some(forged)).is_err(), "{forged}");
        }
    }

    /// Who knows the password signs in as often as anybody needs to, and no more often.
    #[test]
    fn right_passwords_have_a_budget() {
        let (sign_ins, clock) = sign_ins();
        let right = || {
            let guess = sign_ins.guess("eve", at(1), None).ok()?;
            sign_ins.succeeded(&guess).ok()
        };
        assert_eq!((0..1_000).filter_map(|_| right()).count(), 60);
        assert!(sign_ins.guess("ann", at(1), None).is_ok(), "others are not held up");
        clock.advance(60_000);
        assert_eq!((0..1_000).filter_map(|_| right()).count(), 30);
    }

    /// Two of one account, and two from one address, are hashed at a time; who waits and goes leaves nothing behind.
    #[tokio::test]
    async fn two_have_a_turn_at_a_time() {
        let (sign_ins, _) = sign_ins();
        let of = |name, from| sign_ins.guess(name, at(from), None).expect("it is a first guess");
        let (one, other) = (of("eve", 1), of("eve", 2));
        let first = sign_ins.turn(&one).await.expect("nobody has one");
        let second = sign_ins.turn(&other).await.expect("one has one");
        let (third, elsewhere) = (of("eve", 3), of("ann", 4));
        let mut waits = std::pin::pin!(sign_ins.turn(&third));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(waits.as_mut().poll(&mut context).is_pending());
        drop(sign_ins.turn(&elsewhere).await.expect("others are not held up"));
        drop(first);
        let third = waits.await.expect("the first is done");
        drop((second, third));
        assert!(sign_ins.lanes.lock().expect("nobody broke").is_empty());
    }

    #[test]
    fn counts_are_bounded() {
        let (sign_ins, clock) = sign_ins();
        for name in 0..2 * COUNTS {
            let from = Origin::of(std::net::Ipv4Addr::from_bits(name as u32).into());
            let _counted = sign_ins.guess(&name.to_string().repeat(100), from, None);
        }
        assert!(sign_ins.lock().guesses.len() <= COUNTS);
        clock.advance(901_000);
        assert!(sign_ins.guess("ann", at(1), None).is_ok());
        assert!(sign_ins.lock().guesses.len() <= 2);
    }
}
