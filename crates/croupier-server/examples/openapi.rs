//! Prints what can be asked of the server, from the code itself, as openapi.json has it:
//! `cargo run -p croupier-server --features openapi --example openapi > crates/croupier-server/openapi.json`

fn main() {
    print!("{}", croupier_server::described());
}
