//! Whoever does something gets a receipt, and a second later the proof that the house has signed it.

use std::time::{Duration, Instant};

use crate::client::{Open, WAR, quick};
use croupier_journal::{Checkpoint, Hash, Inclusion};

#[tokio::test]
async fn a_wager_is_proved_to_who_placed_it() {
    let open = Open::new(quick()).await;
    let mut guest = open.guest().await;
    guest.sit(WAR, 1).await;
    let wager = guest.wager(WAR, 1, "initial", 500);
    let (status, placed) = guest.act(&wager).await;
    assert_eq!(status, 200, "{placed}");
    let number = placed["number"].as_u64().unwrap();
    let receipt = Hash::from_hex(placed["receipt"].as_str().unwrap()).unwrap();
    let since = Instant::now();
    let shown = loop {
        let (status, shown) = guest.get(&format!("/api/proofs/{number}")).await;
        if status == 200 {
            break shown;
        }
        assert_eq!(status, 404, "{shown}");
        assert!(since.elapsed() < Duration::from_secs(60), "it is signed within a second or so");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let signed = Checkpoint::from_text(shown["checkpoint"].as_str().unwrap()).unwrap();
    let path = shown["path"].as_array().unwrap().iter();
    let path = path.map(|hash| Hash::from_hex(hash.as_str().unwrap()).unwrap()).collect();
    let proof = Inclusion { number, size: shown["size"].as_u64().unwrap(), path };
    assert!(signed.is_signed() && signed.number == proof.size);
    assert!(proof.holds(&receipt, &signed.root), "{shown}");
    assert!(!proof.holds(&Hash::of(b"another wager"), &signed.root));
    assert_eq!(guest.get("/api/proofs/999999").await.0, 404);
    open.close().await;
}
