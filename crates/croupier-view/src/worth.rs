//! What a hand is worth, in words, where its order has words for it.

use croupier_engine::game::HandOrder;
use croupier_engine::{Card, Kind};

/// Says what a hand is worth beyond what it counts: its place in the order of hands, or the name of a zero.
pub(crate) fn words(kind: Kind, cards: &[Card]) -> Option<String> {
    let zero = kind.zero().filter(|_| kind.points(cards) == Some(0));
    match (kind.hand_order(cards), zero) {
        (Some(order), Some(zero)) if order.place > 1 => {
            Some(format!("{zero}: {}", order_words(&order)))
        }
        (Some(order), _) => Some(order_words(&order)),
        (None, zero) => zero.map(str::to_owned),
    }
}

/// Says what puts a hand of three cards where it stands in the order of hands.
fn order_words(order: &HandOrder) -> String {
    let HandOrder { pictures, points, .. } = *order;
    match pictures {
        3 => "three pictures".to_owned(),
        2 => format!("two pictures and {}", single(points)),
        1 => format!("one picture, {points} with the other two"),
        _ => format!("no picture, {points} with all three"),
    }
}

/// Names the one card that counts so much.
const fn single(count: u8) -> &'static str {
    match count {
        0 => "a ten",
        1 => "an ace",
        2 => "a two",
        3 => "a three",
        4 => "a four",
        5 => "a five",
        6 => "a six",
        7 => "a seven",
        8 => "an eight",
        _ => "a nine",
    }
}

#[cfg(test)]
mod tests {
    use croupier_engine::{Card, Kind};

    fn words(kind: Kind, hand: &str) -> Option<String> {
        let cards: Vec<Card> = hand.split(' ').filter_map(Card::parse).collect();
        super::words(kind, &cards)
    }

    #[test]
    fn hands_of_three_cards_have_a_place_in_words() {
        let said = |hand| words(Kind::ThreeCardBaccarat, hand).unwrap_or_default();
        assert_eq!(said("KS QH JD"), "three pictures");
        assert_eq!(said("KS QH 9D"), "two pictures and a nine");
        assert_eq!(said("KS 4H 4D"), "one picture, 8 with the other two");
        assert_eq!(said("5S 5H 7D"), "no picture, 7 with all three");
        assert_eq!(said("KS QH TD"), "baccarat: two pictures and a ten");
        assert_eq!(said("5S 5H TD"), "baccarat: no picture, 0 with all three");
    }

    #[test]
    fn a_zero_has_its_name_where_the_order_has_one() {
        assert_eq!(words(Kind::LuckyDrawBaccarat, "KS TD").as_deref(), Some("baccarat"));
        assert_eq!(words(Kind::LuckyDrawBaccarat, "KS 9D"), None);
        assert_eq!(words(Kind::Baceball, "KS TD"), None);
    }
}
