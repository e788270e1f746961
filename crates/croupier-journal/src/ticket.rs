//! What a submitter waits for: a receipt when its batch is saved to disk.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::{Error, Receipt};

/// What a submitter holds until the journal answers: the batch may be on its way to the disk.
#[derive(Debug)]
pub struct Ticket<T = Receipt>(Arc<Slot<T>>);

impl<T> Ticket<T> {
    /// Makes a ticket, and what will answer it.
    pub(crate) fn new() -> (Self, Reply<T>) {
        let slot = Arc::new(Slot { answer: Mutex::new(None), answered: Condvar::new() });
        (Self(Arc::clone(&slot)), Reply(Some(ReplyTo::Slot(slot))))
    }

    /// Waits until the batch is saved to disk, or refused.
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

/// How the submitter gets the answer. If it is dropped without one, the answer is that the journal is
/// closed.
pub(crate) struct Reply<T>(Option<ReplyTo<T>>);

enum ReplyTo<T> {
    Slot(Arc<Slot<T>>),
    Call(Box<dyn FnOnce(Result<T, Error>) + Send>),
}

impl<T> Reply<T> {
    pub(crate) fn call(then: impl FnOnce(Result<T, Error>) + Send + 'static) -> Self {
        Self(Some(ReplyTo::Call(Box::new(then))))
    }

    pub(crate) fn answer(mut self, answer: Result<T, Error>) {
        self.send(answer);
    }

    /// Answers nobody, because the submitter gets the answer in another way.
    pub(crate) fn forget(mut self) {
        self.0 = None;
    }

    fn send(&mut self, answer: Result<T, Error>) {
        match self.0.take() {
            None => (),
            Some(ReplyTo::Call(call)) => call(answer),
            Some(ReplyTo::Slot(slot)) => {
                *slot.lock() = Some(answer);
                slot.answered.notify_one();
            }
        }
    }
}

impl<T> Drop for Reply<T> {
    fn drop(&mut self) {
        self.send(Err(Error::Closed));
    }
}
