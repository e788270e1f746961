//! Passwords: only their hashes are told to the floor, as Argon2id writes them.

use std::fmt;

use argon2::password_hash::PasswordHasher as _;
use argon2::password_hash::phc::{Output, PasswordHash};
use argon2::{Algorithm, Argon2, Block, Params, Version};

/// How many characters a password has at least, as it is all that protects an account.
pub const SHORTEST: usize = 15;

/// How many bytes a password has at most, so that nobody makes the house hash a book.
pub const LONGEST: usize = 1024;

/// Why a password was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It is too short.
    Short,
    /// It is too long.
    Long,
    /// It is easily guessed: common, repeated, in the order of the keyboard, or the person's own name.
    Common,
    /// It could not be hashed: the random source failed, or there is no memory.
    Failed(String),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short => write!(f, "a password has {SHORTEST} characters or more"),
            Self::Long => write!(f, "a password has {LONGEST} bytes or less"),
            Self::Common => f.write_str(
                "this password is easily guessed: many people use it or its parts, or it repeats itself or \
                 your name; take four words that have nothing to do with each other",
            ),
            Self::Failed(what) => write!(f, "the password cannot be hashed: {what}"),
        }
    }
}

impl std::error::Error for Unfit {}

/// A password that is found in fewer guesses than this, as a power of ten, is easily guessed: at the pace at which the
/// door takes guesses that is longer than anyone waits, and offline it is work for months.
const GUESSES_LOG10: f64 = 10.0;

/// Sentences that everybody knows, and that pass for good because they are long.
const FAMOUS: [&str; 4] = [
    "correct horse battery staple",
    "the quick brown fox",
    "one two three four",
    "to be or not to be",
];

/// So many characters are judged; what follows makes nothing worse.
const JUDGED: usize = 72;

/// Checks that a password is long enough and not easily guessed by somebody who knows the person's name.
///
/// zxcvbn knows the thirty thousand passwords that most people choose, common words and names, and what people do to
/// them: repeat, reverse, spell with digits, follow the keyboard. A list of our own would be shorter and know less.
///
/// # Errors
/// Says what is wrong with it.
pub fn check_fit(password: &str, name: &str) -> Result<(), Unfit> {
    if password.chars().count() < SHORTEST {
        return Err(Unfit::Short);
    }
    if password.len() > LONGEST {
        return Err(Unfit::Long);
    }
    let judged: String = password.chars().take(JUDGED).collect();
    let judged = judged.to_lowercase();
    let guesses = zxcvbn::zxcvbn(&judged, &[name, "croupier", "casino"]).guesses_log10();
    let letters = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let famous = FAMOUS.iter().any(|famous| letters(&judged).starts_with(&letters(famous)));
    match guesses < GUESSES_LOG10 || famous || password.trim().chars().count() < SHORTEST {
        true => Err(Unfit::Common),
        false => Ok(()),
    }
}

/// Hashes a password with a salt of its own: Argon2id with 19 MiB and two passes, which the text of the
/// hash says, so that these can change later.
///
/// # Errors
/// The password is too short or too long, or cannot be hashed.
pub fn hash(password: &str) -> Result<String, Unfit> {
    if password.chars().count() < SHORTEST {
        return Err(Unfit::Short);
    }
    if password.len() > LONGEST {
        return Err(Unfit::Long);
    }
    let failed = |error: argon2::password_hash::Error| Unfit::Failed(error.to_string());
    let hash = Argon2::default().hash_password(password.as_bytes()).map_err(failed)?;
    Ok(hash.to_string())
}

/// Tells whether a text is the hash of a password, and not one itself.
pub fn is_hash(text: &str) -> bool {
    PasswordHash::new(text).is_ok_and(|hash| hash.hash.is_some())
}

/// Room to work in, 19 MiB: whoever checks many passwords keeps it, and takes no more.
#[derive(Default)]
pub struct Workspace(Vec<Block>);

/// Tells whether a password fits a hash. Where there is none, it takes as long and does not fit, so that
/// nobody learns from the time it takes whether a person exists or may sign in.
pub fn check(password: &str, hash: Option<&str>) -> bool {
    check_in(&mut Workspace::default(), password, hash)
}

/// Does the same in a room to work in that is there already.
pub fn check_in(room: &mut Workspace, password: &str, hash: Option<&str>) -> bool {
    if password.len() > LONGEST {
        return false;
    }
    let known = hash.and_then(|hash| PasswordHash::new(hash).ok());
    let (argon2, salt, want) = known
        .as_ref()
        .and_then(parts)
        .map_or((Argon2::default(), NO_SALT, None), |(argon2, salt, want)| {
            (argon2, salt, Some(want))
        });
    let blocks = argon2.params().block_count();
    if room.0.len() < blocks {
        room.0.resize(blocks, Block::default());
    }
    let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
    let made =
        argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut out, &mut room.0[..]);
    // Outputs are compared in constant time.
    made.is_ok() && Output::new(&out).is_ok_and(|out| want.is_some_and(|want| out == *want))
}

/// The salt for a hash that is made for nobody.
const NO_SALT: &[u8] = &[0; 16];

/// Takes the text of a hash apart; `None` if it is none that `hash` makes.
fn parts(hash: &PasswordHash) -> Option<(Argon2<'static>, &[u8], &Output)> {
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
    let version = Version::try_from(hash.version?).ok()?;
    let want = hash.hash.as_ref().filter(|want| want.len() == Params::DEFAULT_OUTPUT_LEN)?;
    let argon2 = Argon2::new(algorithm, version, Params::try_from(hash).ok()?);
    Some((argon2, hash.salt.as_ref()?, want))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, SHORTEST, Unfit, check, check_fit, hash, is_hash};

    const GOOD: &str = "seven red dice roll";

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let (one, two) = (hash(GOOD), hash(GOOD));
        let (Ok(one), Ok(two)) = (one, two) else { panic!("it is long enough") };
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, two, "each has a salt of its own");
        assert!(is_hash(&one) && !is_hash(GOOD) && !is_hash("") && !is_hash("$argon2id$"));
        assert!(check(GOOD, Some(&one)) && check(GOOD, Some(&two)));
        assert!(!check("seven red dice rolL", Some(&one)));
        assert!(!check(GOOD, None) && !check(GOOD, Some("no hash")) && !check("", Some(&one)));
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert_eq!(hash(&"é".repeat(SHORTEST - 1)), Err(Unfit::Short));
        assert!(hash(&"é".repeat(SHORTEST)).is_ok());
        assert_eq!(hash(&"x".repeat(LONGEST + 1)), Err(Unfit::Long));
    }

    #[test]
    fn what_everybody_takes_is_refused() {
        for common in [
            "aaaaaaaaaaaaaaa",
            "               ",
            "passwordpassword",
            "P@ssw0rdP@ssw0rd",
            "password1234567",
            "123456789012345",
            "qwertyuiopasdfgh",
            "1q2w3e4r5t6y7u8i",
            "iloveyouiloveyou",
            "letmeinletmeinletmein",
            "abcabcabcabcabcabc",
            "administrator123",
            "casino casino casino",
            "max max max max max",
            "maximilianmaximilian",
            "Correct Horse Battery Staple!",
            "short blank               ",
        ] {
            let name = if common.starts_with("maxi") { "maximilian" } else { "max" };
            assert_eq!(check_fit(common, name), Err(Unfit::Common), "{common:?}");
        }
        for good in [GOOD, "another long password", "Tr0ub4dor&3 is bad", "four unlike words here"]
        {
            assert_eq!(check_fit(good, "max"), Ok(()), "{good:?}");
        }
        assert_eq!(check_fit("short", "max"), Err(Unfit::Short));
        assert_eq!(check_fit(&"long ".repeat(LONGEST), "max"), Err(Unfit::Long));
    }
}
