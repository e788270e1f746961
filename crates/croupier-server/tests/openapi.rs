//! What the server says of itself is what it does: openapi.json is what the code describes.

#[test]
fn the_description_is_of_this_code() {
    let (file, code) = (croupier_server::OPENAPI, croupier_server::described());
    let lines = (1..).zip(file.lines().zip(code.lines()));
    let other = lines.into_iter().find(|(_, (file, code))| file != code);
    let make = "cargo run -p croupier-server --features openapi --example openapi > crates/croupier-server/openapi.json";
    assert_eq!(
        other, None,
        "openapi.json has another line than the code; make it again with: {make}"
    );
    assert_eq!(file.len(), code.len(), "openapi.json ends elsewhere; make it again with: {make}");
}
