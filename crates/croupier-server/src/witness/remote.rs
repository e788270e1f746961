//! Another house as a witness, over HTTP/1.1. What is told is signed, so nobody on the way can change it. Where the key of
//! the witness is named, its answers are signed too; where it is not, whoever could answer in its place could hide what it
//! has seen, and the way there is to be a private one (docs/journal.md).

use std::fmt;
use std::io::{Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use croupier_journal::{Checkpoint, Consistency, Identity, Kept, PublicKey, Unwitnessed, Witness};
use data_encoding::HEXLOWER;

use super::vouched::{Asked, CHALLENGE, SIGNATURE};

/// So long is waited for each step.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest answer, in bytes: a checkpoint of some thousand tables.
const MOST: u64 = 1 << 20;

/// The address of another house: its host and port, and the key by which its answers are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteHouse {
    authority: String,
    key: Option<PublicKey>,
}

struct Answer {
    status: u16,
    signature: Option<[u8; 64]>,
    body: String,
}

impl RemoteHouse {
    /// Reads an address: `http://HOST:PORT`, or `http://HOST:PORT#KEY` with the public key of that house.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let rest = match text.split_once("://") {
            Some(("http", rest)) => rest,
            Some(("https", _)) => {
                let way = "lead a tunnel there (ssh -L, stunnel, WireGuard), and name its end as http://HOST:PORT";
                return Err(format!(
                    "{text:?}: this program has no TLS of its own for witnesses; {way}"
                ));
            }
            _ => return Err(format!("{text:?}: another house is named as http://HOST:PORT")),
        };
        let (rest, key) = match rest.split_once('#') {
            Some((rest, key)) => (rest, Some(key)),
            None => (rest, None),
        };
        let no_key = || format!("{text:?}: a key has 64 hexadecimal digits");
        let key = key.map(|key| PublicKey::from_hex(key).ok_or_else(no_key)).transpose()?;
        let authority = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = authority.rsplit_once(':').unwrap_or((authority, ""));
        if host.is_empty() || host.contains(['/', '@', ' ', '\r', '\n']) {
            return Err(format!("{text:?}: which host? http://HOST:PORT"));
        }
        if !port.parse::<u16>().is_ok_and(|port| port != 0) {
            return Err(format!("{text:?}: which port? http://HOST:PORT"));
        }
        Ok(Self { authority: authority.to_owned(), key })
    }

    /// Asks for the newest checkpoint that the house keeps of a journal.
    ///
    /// # Errors
    /// It cannot be reached, keeps none for this key, or has something else.
    pub fn newest(&self, identity: &Identity) -> Result<Option<Checkpoint>, Unwitnessed> {
        let Answer { status, body, .. } = self.ask("GET", identity, "")?;
        match status {
            200 => {}
            404 => return Ok(None),
            403 => return Err(Unwitnessed::Useless(not_its_key(identity))),
            _ => return Err(Unwitnessed::Away(format!("it answered {status}"))),
        }
        let wrong = |what: &str| {
            Unwitnessed::Useless(format!("what this witness has is of no use: {what}"))
        };
        let seen = Checkpoint::from_text(&body).map_err(|error| wrong(&error.to_string()))?;
        match seen.identity == *identity && seen.is_signed() {
            true => Ok(Some(seen)),
            false => Err(wrong("it is of another journal, or not signed by its key")),
        }
    }

    fn ask(&self, method: &str, identity: &Identity, body: &str) -> Result<Answer, Unwitnessed> {
        let away = |error| Unwitnessed::Away(format!("cannot reach this witness: {error}"));
        let mut challenge = [0; 32];
        getrandom::fill(&mut challenge).map_err(|error| away(error.to_string()))?;
        let challenge = HEXLOWER.encode(&challenge);
        let asked = Asked { method, identity, challenge: &challenge, body };
        let answer = self.try_ask(&asked).map_err(|error| away(error.to_string()))?;
        let Some(key) = self.key else { return Ok(answer) };
        let said = asked.answered(answer.status, answer.body.as_bytes());
        match answer.signature {
            Some(signature) if key.has_vouched(&said, &signature) => Ok(answer),
            Some(_) | None => Err(Unwitnessed::Away(format!(
                "the answer is not signed by the key {key}: another house has answered, or somebody on the way there"
            ))),
        }
    }

    fn try_ask(&self, asked: &Asked<'_>) -> std::io::Result<Answer> {
        let Asked { method, identity, challenge, body } = asked;
        let mut stream = self.connect()?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let journal = HEXLOWER.encode(&identity.journal);
        let head = format!(
            "{method} /api/witness/{}/{journal} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             {CHALLENGE}: {challenge}\r\ncontent-type: text/plain\r\ncontent-length: {}\r\n\r\n",
            identity.key,
            self.authority,
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        let mut answer = String::new();
        stream.take(MOST).read_to_string(&mut answer)?;
        let read = || {
            let (head, body) = answer.split_once("\r\n\r\n")?;
            let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
            let mut lines = head.lines().filter_map(|line| line.split_once(": "));
            let signature = lines.find(|(name, _)| name.eq_ignore_ascii_case(SIGNATURE));
            let signature = signature
                .and_then(|(_, digits)| HEXLOWER.decode(digits.as_bytes()).ok()?.try_into().ok());
            Some(Answer { status, signature, body: body.to_owned() })
        };
        read().ok_or_else(|| std::io::Error::other("it does not speak HTTP/1.1"))
    }

    fn connect(&self) -> std::io::Result<TcpStream> {
        let mut last = std::io::Error::other("the name leads nowhere");
        for address in self.authority.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

fn not_its_key(identity: &Identity) -> String {
    format!(
        "this house is no witness for the key {}; its operator starts it with --witness-for",
        identity.key
    )
}

impl Witness for RemoteHouse {
    fn name(&self) -> String {
        self.to_string()
    }

    fn seen(&self, identity: &Identity) -> Result<Option<Checkpoint>, Unwitnessed> {
        self.newest(identity)
    }

    fn keep(
        &self,
        checkpoint: &Checkpoint,
        since: Option<&Consistency>,
        _at_end: bool,
    ) -> Result<Kept, Unwitnessed> {
        let mut text = checkpoint.to_string();
        for hash in since.iter().flat_map(|since| &since.path) {
            text += &format!("beside {hash}\n");
        }
        let Answer { status, body, .. } = self.ask("PUT", &checkpoint.identity, &text)?;
        match status {
            200 => Ok(Kept::Now),
            403 => Err(Unwitnessed::Useless(not_its_key(&checkpoint.identity))),
            409 => Err(Unwitnessed::Refused(body)),
            _ => Err(Unwitnessed::Away(format!("it answered {status}"))),
        }
    }
}

impl fmt::Display for RemoteHouse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.authority)?;
        self.key.map_or(Ok(()), |key| write!(f, "#{key}"))
    }
}
