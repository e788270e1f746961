//! The players of a sheet: names outside, numbers inside.

use std::collections::HashMap;

use croupier_engine::Player;

use crate::text::Text;

/// Gives each name a number, in the order of their first appearance.
#[derive(Debug, Default)]
pub struct Names {
    names: Vec<Text>,
    index: HashMap<Text, u32>,
}

/// Up to so many names are looked for one by one, which is faster than hashing.
const FEW: usize = 8;

impl Names {
    /// Returns the number of a name.
    pub fn number(&mut self, name: &Text) -> Player {
        if self.names.len() <= FEW {
            if let Some(at) = self.names.iter().position(|known| known == name) {
                return Player(at as u32);
            }
        } else if let Some(&at) = self.index.get(name) {
            return Player(at);
        }
        self.add(name)
    }

    fn add(&mut self, name: &Text) -> Player {
        let at = self.names.len() as u32;
        self.names.push(name.clone());
        if self.names.len() > FEW {
            if self.index.is_empty() {
                let all = self.names.iter().cloned().zip(0..);
                self.index.extend(all);
            } else {
                self.index.insert(name.clone(), at);
            }
        }
        Player(at)
    }

    /// Returns the name of a player of this sheet.
    pub fn name(&self, player: Player) -> &str {
        &self.names[player.0 as usize]
    }
}
