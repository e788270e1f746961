//! The players of a sheet: names outside, numbers inside.

use std::borrow::Cow;
use std::collections::HashMap;

use croupier_engine::Player;

use crate::json::Fault;

/// Knows players by name.
pub trait Players<'a> {
    /// Returns the number of the player of this name.
    ///
    /// # Errors
    /// When nobody here has it.
    fn player(&mut self, name: Cow<'a, str>) -> Result<Player, Fault>;
}

impl<'a> Players<'a> for Names<'a> {
    fn player(&mut self, name: Cow<'a, str>) -> Result<Player, Fault> {
        Ok(Self::player(self, name))
    }
}

/// Gives each name a number, in the order of their first appearance.
#[derive(Debug, Default)]
pub struct Names<'a> {
    names: Vec<Cow<'a, str>>,
    index: HashMap<Cow<'a, str>, u32>,
}

/// Up to so many names are looked for one by one, which is faster than hashing.
const FEW: usize = 8;

impl<'a> Names<'a> {
    /// Returns the number of a name.
    pub fn player(&mut self, name: Cow<'a, str>) -> Player {
        if self.names.len() <= FEW {
            if let Some(at) = self.names.iter().position(|known| *known == name) {
                return Player(at as u32);
            }
        } else if let Some(&at) = self.index.get(&name) {
            return Player(at);
        }
        self.add(name)
    }

    fn add(&mut self, name: Cow<'a, str>) -> Player {
        let at = self.names.len() as u32;
        self.names.push(name.clone());
        if self.names.len() > FEW {
            if self.index.is_empty() {
                let all = self.names.iter().cloned().zip(0..);
                self.index.extend(all);
            } else {
                self.index.insert(name, at);
            }
        }
        Player(at)
    }

    /// Returns the name of a player of this sheet.
    pub fn name(&self, player: Player) -> &str {
        &self.names[player.0 as usize]
    }
}
