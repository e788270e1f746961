//! The manual under /manual: what is in its folder is shown, and nothing else.

use std::fs;

use crate::client::{Open, quick};
use http_body_util::Full;

#[tokio::test(flavor = "multi_thread")]
async fn the_manual_is_shown_and_nothing_beside_it() {
    let folder = std::env::temp_dir().join(format!("croupier-manual-{}", std::process::id()));
    fs::create_dir_all(folder.join("book/tutorials")).unwrap();
    fs::write(folder.join("secret.txt"), "a secret").unwrap();
    fs::write(folder.join("book/index.html"), "<h1>croupier</h1>").unwrap();
    fs::write(folder.join("book/tutorials/player.html"), "<h1>A player</h1>").unwrap();
    let mut config = quick();
    config.manual = Some(folder.join("book"));
    let open = Open::new(config).await;
    let mut visitor = open.visitor().await;
    for (path, status, says) in [
        ("/manual", 308, ""),
        ("/manual/", 200, "<h1>croupier</h1>"),
        ("/manual/index.html", 200, "<h1>croupier</h1>"),
        ("/manual/tutorials/player.html", 200, "<h1>A player</h1>"),
        ("/manual/none.html", 404, "there is no such page in the manual"),
        ("/manual/../secret.txt", 404, "there is no such"),
        ("/manual/%2e%2e/secret.txt", 404, "there is no such"),
        ("/manual/tutorials/..%2f..%2f..%2fsecret.txt", 404, "there is no such"),
        ("/manual//etc/passwd", 404, "there is no such"),
    ] {
        let request = visitor.request("GET", path).body(Full::default());
        let (given, headers, body) = visitor.send(request).await;
        assert_eq!(given.as_u16(), status, "{path}: {body}");
        if status == 200 {
            let policy = headers["content-security-policy"].to_str().unwrap();
            assert!(policy.starts_with("sandbox "), "{path}: {policy}");
        }
        let text = body.to_string();
        assert!(text.contains(says) && !text.contains("a secret"), "{path}: {text}");
    }
    open.close().await;
    let open = Open::new(quick()).await;
    let answer = open.visitor().await.get("/manual/").await;
    assert_eq!(answer.0, 404);
    assert!(answer.1["detail"].as_str().unwrap().contains("./manual builds it"), "{}", answer.1);
    open.close().await;
    fs::remove_dir_all(&folder).unwrap();
}
