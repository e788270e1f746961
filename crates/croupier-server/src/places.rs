//! Places: how many of something there may be at once, in all and from one address.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::origin::Origin;

/// Places for connections, or for watchers.
#[derive(Clone)]
pub(crate) struct Places {
    most: usize,
    most_from_one: usize,
    taken: Arc<Taken>,
}

struct Taken {
    from: Mutex<HashMap<Origin, usize>>,
    /// How many there are in all, for whoever looks.
    all: Arc<AtomicI64>,
}

/// A place that is taken, until it is dropped.
pub(crate) struct Place {
    taken: Arc<Taken>,
    from: Option<Origin>,
}

impl Places {
    pub(crate) fn new(most: usize, most_from_one: usize, all: &Arc<AtomicI64>) -> Self {
        let taken = Arc::new(Taken { from: Mutex::default(), all: Arc::clone(all) });
        Self { most, most_from_one, taken }
    }

    /// Takes a place for somebody from an address; `None` as address for those who are not counted by it.
    pub(crate) fn take(&self, from: Option<Origin>) -> Option<Place> {
        let mut all_from = self.taken.from.lock().unwrap_or_else(PoisonError::into_inner);
        let open = usize::try_from(self.taken.all.load(Relaxed)).unwrap_or(0);
        let here = from.and_then(|from| all_from.get(&from)).copied().unwrap_or(0);
        if open >= self.most || here >= self.most_from_one {
            return None;
        }
        if let Some(from) = from {
            all_from.insert(from, here + 1);
        }
        self.taken.all.fetch_add(1, Relaxed);
        Some(Place { taken: Arc::clone(&self.taken), from })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all_from = self.taken.from.lock().unwrap_or_else(PoisonError::into_inner);
        self.taken.all.fetch_sub(1, Relaxed);
        let Some(from) = self.from else { return };
        if let Some(here) = all_from.get_mut(&from) {
            *here -= 1;
            if *here == 0 {
                all_from.remove(&from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Places;
    use crate::origin::Origin;

    #[test]
    fn places_are_counted_by_address_and_given_back() {
        let all = std::sync::Arc::default();
        let places = Places::new(5, 2, &all);
        let from = |last: u8| Some(Origin::of([192, 0, 2, last].into()));
        let first: Vec<_> = (0..9).filter_map(|_| places.take(from(1))).collect();
        let second: Vec<_> = (0..9).filter_map(|_| places.take(from(2))).collect();
        let rest: Vec<_> = (0..9).filter_map(|_| places.take(None)).collect();
        assert_eq!((first.len(), second.len(), rest.len()), (2, 2, 1));
        drop(first);
        assert!(places.take(from(1)).is_some() && places.take(from(2)).is_none());
        drop((second, rest));
        assert_eq!(places.taken.from.lock().expect("nobody panics").len(), 0);
    }
}
