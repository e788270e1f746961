//! Figures for whoever watches the house: who gets them, and what they say.

use axum::body::Bytes;
use croupier_server::Config;
use http_body_util::Full;
use serde_json::json;

use crate::client::{Open, Visitor, WAR, figure, quick};

const KEY: &str = "a key of thirty-two letters, or so";

async fn asked(visitor: &mut Visitor, header: Option<(&str, &str)>) -> u16 {
    let mut request = visitor.request("GET", "/metrics");
    if let Some((name, value)) = header {
        request = request.header(name, value);
    }
    visitor.send(request.body(Full::<Bytes>::default())).await.0.as_u16()
}

#[tokio::test]
async fn figures_are_for_whom_they_are_meant() {
    // Without a key: who asks here, for nobody else, and only where nobody is said to come from outside.
    let open = Open::new(quick()).await;
    let mut visitor = open.visitor().await;
    assert_eq!(asked(&mut visitor, None).await, 200);
    for name in ["x-forwarded-for", "forwarded", "via"] {
        assert_eq!(asked(&mut visitor, Some((name, "192.0.2.1"))).await, 403, "{name}");
    }
    open.close().await;
    let public_url = Some("https://tables.example".to_owned());
    let open = Open::new(Config { public_url: public_url.clone(), ..quick() }).await;
    assert_eq!(asked(&mut open.visitor().await, None).await, 403);
    open.close().await;

    // With a key: who has it.
    let key = KEY.replace(' ', "-");
    let metrics_key = Some(key.clone().try_into().unwrap());
    let open = Open::new(Config { public_url, metrics_key, ..quick() }).await;
    let mut visitor = open.visitor().await;
    assert_eq!(asked(&mut visitor, Some(("authorization", &format!("Bearer {key}")))).await, 200);
    let near = [format!("Basic {key}"), format!("Bearer {key}x"), format!("Bearer {}", &key[1..])];
    for wrong in near.iter().map(String::as_str).chain(["Bearer ", "Bearer", &key]) {
        assert_eq!(asked(&mut visitor, Some(("authorization", wrong))).await, 401, "{wrong}");
    }
    assert_eq!(asked(&mut visitor, None).await, 401);
    open.close().await;
}

/// What waits for people is counted: requests until they are answered, tasks until they are done.
#[tokio::test]
async fn what_waits_for_people_is_counted() {
    let open = Open::new(quick()).await;
    let mut visitor = open.visitor().await;
    assert_eq!(figure(&mut visitor, "ready").await, 1);
    assert_eq!(figure(&mut visitor, "clock_doubted").await, 0);
    assert!(figure(&mut visitor, "disk_free_bytes").await > 0);
    let tables = figure(&mut visitor, "tables").await;
    assert!(tables > 0);
    let mut manager = open.manager().await;
    assert_eq!(figure(&mut visitor, "requests_waiting").await, 0);
    let add = json!({ "add-person": { "name": "dora", "roles": ["dealer"], "password": "a third long password" } });
    let (status, told) = manager.act(&add).await;
    assert_eq!(status, 200, "{told}");
    let request = &told["verdict"]["waits"]["request"];
    assert_eq!(figure(&mut visitor, "requests_waiting").await, 1);
    open.clock.advance(60_000);
    assert!(figure(&mut visitor, "requests_oldest_seconds").await >= 60);
    let mut second = open.signed_in("mia").await;
    let (status, told) = second.act(&json!({ "approve": { "request": request } })).await;
    assert_eq!((status, &told["verdict"]), (200, &json!("done")), "{told}");
    assert_eq!(figure(&mut visitor, "requests_waiting").await, 0);
    assert_eq!(figure(&mut visitor, "requests_oldest_seconds").await, 0);
    let saved = figure(&mut visitor, "sync_seconds_count").await;
    let mut guest = open.guest().await;
    let sit = json!({ "sit": { "table": WAR, "player": guest.name, "seat": 1 } });
    assert_eq!(guest.act(&sit).await.0, 200);
    assert!(figure(&mut visitor, "sync_seconds_count").await > saved, "a sync is counted");
    open.close().await;
}
