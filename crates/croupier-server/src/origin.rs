//! Where a request comes from: the address of the connection, or what a named proxy says that it forwards for.

use std::fmt;
use std::net::IpAddr;

use axum::http::HeaderMap;
use serde::{Deserialize, Deserializer};

/// The header in which proxies say for whom they ask, the nearest last.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Where somebody comes from, as it is counted: an IPv4 address, or the network of an IPv6 address that one household
/// or company has (64 bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Origin(IpAddr);

impl Origin {
    pub(crate) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() >> 64 << 64;
                Self(IpAddr::V6(network.into()))
            }
            address => Self(address),
        }
    }

    /// Returns the address, or the first of the network.
    pub(crate) const fn address(self) -> IpAddr {
        self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A proxy, or a network of them, whose word on who asks is taken: `10.0.0.7`, `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proxy {
    network: IpAddr,
    bits: u8,
}

impl Proxy {
    /// Reads an address, or a network as address and number of bits.
    pub fn parse(text: &str) -> Option<Self> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().ok()?)),
            None => (text, None),
        };
        let network: IpAddr = address.parse().ok()?;
        let most = if network.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        (bits <= most).then_some(Self { network, bits })
    }

    fn is(self, address: IpAddr) -> bool {
        let same = |one: u128, other: u128, width: u8| {
            let shift = u32::from(width - self.bits);
            one.checked_shr(shift).unwrap_or(0) == other.checked_shr(shift).unwrap_or(0)
        };
        match (self.network, address.to_canonical()) {
            (IpAddr::V4(one), IpAddr::V4(other)) => {
                same(u128::from(one.to_bits()), u128::from(other.to_bits()), 32)
            }
            (IpAddr::V6(one), IpAddr::V6(other)) => same(one.to_bits(), other.to_bits(), 128),
            _ => false,
        }
    }
}

impl<'de> Deserialize<'de> for Proxy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || {
            serde::de::Error::custom(format!(
                "{text:?} is neither an address nor a network such as 10.0.0.0/8"
            ))
        };
        Self::parse(&text).ok_or_else(wrong)
    }
}

/// Tells whether a connection comes from a proxy that the house knows.
pub(crate) fn is_proxy(proxies: &[Proxy], peer: IpAddr) -> bool {
    proxies.iter().any(|proxy| proxy.is(peer))
}

/// Says where a request comes from. What it says of itself counts only if a known proxy has brought it, and then only
/// the last address that is not a known proxy's: whatever stands before that, the sender may have written.
pub(crate) fn origin(proxies: &[Proxy], peer: IpAddr, headers: &HeaderMap) -> Origin {
    if !is_proxy(proxies, peer) {
        return Origin::of(peer);
    }
    let lines = headers.get_all(FORWARDED_FOR).into_iter().rev();
    let said = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
    let mut last = peer;
    for text in said {
        let Some(address) = address(text.trim()) else { break };
        last = address;
        if !is_proxy(proxies, address) {
            break;
        }
    }
    Origin::of(last)
}

/// Reads an address, with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let with_port = || text.parse::<std::net::SocketAddr>().ok().map(|it| it.ip());
    bare.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::{Origin, Proxy, origin};
    use axum::http::HeaderMap;

    fn check(proxies: &[&str], peer: &str, said: &[&str], want: &str) {
        let proxies: Vec<_> = proxies.iter().filter_map(|text| Proxy::parse(text)).collect();
        let mut headers = HeaderMap::new();
        for line in said {
            headers.append("x-forwarded-for", line.parse().expect("a header"));
        }
        let peer = peer.parse().expect("an address");
        let want = Origin::of(want.parse().expect("an address"));
        assert_eq!(origin(&proxies, peer, &headers), want, "{peer} {said:?}");
    }

    #[test]
    fn only_named_proxies_say_who_asks() {
        check(&[], "192.0.2.1", &["198.51.100.7"], "192.0.2.1");
        check(&["192.0.2.2"], "192.0.2.1", &["198.51.100.7"], "192.0.2.1");
        check(&["192.0.2.1"], "192.0.2.1", &["198.51.100.7"], "198.51.100.7");
        check(&["192.0.2.0/24"], "192.0.2.9", &["198.51.100.7:4711"], "198.51.100.7");
        check(&["192.0.2.1"], "192.0.2.1", &[], "192.0.2.1");
        check(&["192.0.2.1"], "192.0.2.1", &["nonsense"], "192.0.2.1");
        // What the sender wrote in front of what the proxy added does not count.
        check(&["192.0.2.1"], "192.0.2.1", &["203.0.113.9, 198.51.100.7"], "198.51.100.7");
        check(&["192.0.2.1"], "192.0.2.1", &["203.0.113.9", "198.51.100.7"], "198.51.100.7");
        check(&["192.0.2.0/24"], "192.0.2.1", &["198.51.100.7, 192.0.2.8"], "198.51.100.7");
        check(&["::1"], "::1", &["2001:db8:1:2:3::4"], "2001:db8:1:2:5::6");
        check(&["127.0.0.1"], "::ffff:127.0.0.1", &["198.51.100.7"], "198.51.100.7");
    }

    #[test]
    fn nonsense_is_no_proxy() {
        for text in ["", "proxy", "10.0.0.0/33", "10.0.0.0/x", "::1/129"] {
            assert_eq!(Proxy::parse(text), None, "{text}");
        }
    }
}
