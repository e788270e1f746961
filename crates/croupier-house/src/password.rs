//! Passwords: only their hashes are told to the floor, as Argon2id writes them.

use std::fmt;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};

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
    /// It could not be hashed: the random source failed, or there is no memory.
    Failed(String),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short => write!(f, "a password has {SHORTEST} characters or more"),
            Self::Long => write!(f, "a password has {LONGEST} bytes or less"),
            Self::Failed(what) => write!(f, "the password cannot be hashed: {what}"),
        }
    }
}

impl std::error::Error for Unfit {}

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

/// Tells whether a password fits a hash. Where there is none, it takes as long and does not fit, so that
/// nobody learns from the time it takes whether a person exists or may sign in.
pub fn check(password: &str, hash: Option<&str>) -> bool {
    let known = hash.and_then(|hash| PasswordHash::new(hash).ok());
    if password.len() > LONGEST {
        return false;
    }
    match known {
        Some(known) => Argon2::default().verify_password(password.as_bytes(), &known).is_ok(),
        None => {
            let _same_work = Argon2::default().hash_password(password.as_bytes());
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, SHORTEST, Unfit, check, hash, is_hash};

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
}
