//! Two dice at rest.

use crate::stored;

/// The upper faces of the two dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    faces: [u8; 2],
}

impl Dice {
    /// Makes a throw of two faces, each from 1 to 6.
    pub const fn new(first: u8, second: u8) -> Option<Self> {
        if matches!(first, 1..=6) && matches!(second, 1..=6) {
            Some(Self { faces: [first, second] })
        } else {
            None
        }
    }

    /// Returns the two faces.
    pub const fn faces(self) -> [u8; 2] {
        self.faces
    }

    /// Returns the sum of the faces, 2 to 12.
    pub const fn total(self) -> u8 {
        self.faces[0] + self.faces[1]
    }

    /// Tells whether both dice show the same face.
    pub const fn is_pair(self) -> bool {
        self.faces[0] == self.faces[1]
    }
}

stored! { struct Dice { faces } check |it| it.faces.iter().all(|face| (1..=6).contains(face)) }
