//! HMAC-SHA256, by RFC 2104: how a table that does not run here proves that a message is its own. It is these few
//! lines over SHA-256, held against the vectors of RFC 4231, rather than one more dependency.

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// The size of a block of SHA-256, in bytes.
const BLOCK: usize = 64;

/// Computes the code of a message under a key.
pub(crate) fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut block = [0_u8; BLOCK];
    if key.len() > BLOCK {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let pad = |with: u8| block.map(|byte| byte ^ with);
    let inner = Sha256::new().chain_update(pad(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(pad(0x5c)).chain_update(inner).finalize().into()
}

/// Tells whether two texts are the same, in a time that says nothing of where they differ.
pub(crate) fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}

/// Tells whether a code is that of a message, in a time that says nothing of where it differs.
pub(crate) fn is_code_of(code: &[u8], key: &[u8], message: &[u8]) -> bool {
    hmac(key, message).ct_eq(code).into()
}

#[cfg(test)]
mod tests {
    use super::{hmac, is_code_of};
    use data_encoding::HEXLOWER;

    #[test]
    fn codes_are_those_of_rfc_4231() {
        let long = b"Test Using Larger Than Block-Size Key - Hash Key First";
        for (key, message, code) in [
            (
                &[0x0b; 20][..],
                &b"Hi There"[..],
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            ),
            (
                b"Jefe",
                b"what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
            (
                &[0xaa; 20],
                &[0xdd; 50],
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
            ),
            (
                &[0xaa; 131],
                long,
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            ),
        ] {
            assert_eq!(HEXLOWER.encode(&hmac(key, message)), code);
        }
    }

    #[test]
    fn only_the_whole_code_is_taken() {
        let code = hmac(b"key", b"message");
        assert!(is_code_of(&code, b"key", b"message"));
        assert!(
            !is_code_of(&code[..31], b"key", b"message") && !is_code_of(&[], b"key", b"message")
        );
        assert!(!is_code_of(&code, b"kez", b"message") && !is_code_of(&code, b"key", b"massage"));
    }
}
