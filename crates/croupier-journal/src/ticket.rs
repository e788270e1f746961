//! What a submitter waits for: a receipt when its batch is durable.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::{Entry, Error, Hash};

/// Entries that are appended together or not at all.
pub type Batch = Vec<Entry>;

/// What the journal answers when a batch is durable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The number of the first entry of the batch in the order of commit; the others follow it.
    pub number: u64,
    /// The hash of each entry of the batch.
    pub hashes: Vec<Hash>,
}

/// A batch that was submitted.
#[derive(Debug)]
pub struct Ticket<T = Receipt>(Arc<Slot<T>>);

impl<T> Ticket<T> {
    /// A ticket, and what will answer it.
    pub(crate) fn new() -> (Self, Then<T>) {
        let slot = Arc::new(Slot { answer: Mutex::new(None), answered: Condvar::new() });
        (Self(Arc::clone(&slot)), Then(Some(Way::Slot(slot))))
    }

    /// Waits until the batch is durable, or refused.
    ///
    /// # Errors
    ///
    /// The batch was not appended, or, if the journal has stopped, perhaps not.
    pub fn wait(self) -> Result<T, Error> {
        let mut answer = self.0.lock();
        loop {
            match answer.take() {
                Some(answer) => return answer,
                None => {
                    answer = self.0.answered.wait(answer).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Takes the answer if it is there, or gives the ticket back.
    ///
    /// # Errors
    ///
    /// The ticket itself: there is no answer yet.
    pub fn try_wait(self) -> Result<Result<T, Error>, Self> {
        let answer = self.0.lock().take();
        answer.ok_or(self)
    }
}

#[derive(Debug)]
struct Slot<T> {
    answer: Mutex<Option<Result<T, Error>>>,
    answered: Condvar,
}

impl<T> Slot<T> {
    fn lock(&self) -> MutexGuard<'_, Option<Result<T, Error>>> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who is to be told the answer. If nobody answers, it is told that the journal is closed.
pub(crate) struct Then<T>(Option<Way<T>>);

enum Way<T> {
    Slot(Arc<Slot<T>>),
    Call(Box<dyn FnOnce(Result<T, Error>) + Send>),
}

impl<T> Then<T> {
    pub(crate) fn call(then: impl FnOnce(Result<T, Error>) + Send + 'static) -> Self {
        Self(Some(Way::Call(Box::new(then))))
    }

    pub(crate) fn answer(mut self, answer: Result<T, Error>) {
        self.tell(answer);
    }

    /// Forgets whom to tell, because the submitter is told in another way.
    pub(crate) fn forget(mut self) {
        self.0 = None;
    }

    fn tell(&mut self, answer: Result<T, Error>) {
        match self.0.take() {
            None => (),
            Some(Way::Call(call)) => call(answer),
            Some(Way::Slot(slot)) => {
                *slot.lock() = Some(answer);
                slot.answered.notify_one();
            }
        }
    }
}

impl<T> Drop for Then<T> {
    fn drop(&mut self) {
        self.tell(Err(Error::Closed));
    }
}
