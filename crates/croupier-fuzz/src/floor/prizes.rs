//! Pools, promotions and vouchers for the fuzzed house: how those that are there begin, and what people try with them.

use croupier_floor::{hex, seed_commitment};

/// What the house is committed to.
const SEED: [u8; 32] = [7; 32];

/// A day, for acts that must wait for the one before.
pub(super) const A_DAY: &str = "a day";
/// The last request is agreed to.
pub(super) const AGREES: &str = "agrees";

/// A pool that takes wagers, a voucher, and a promotion with two entries and a file that was admitted. Those who run
/// promotions and watch over them are hired by two.
pub(super) const BEGIN: &[(&str, &str)] = &[
    ("max", r#"{"add-person":{"name":"pam","roles":["promotions"]}}"#),
    ("mia", AGREES),
    ("max", r#"{"add-person":{"name":"scot","roles":["scrutineer"]}}"#),
    ("mia", AGREES),
    ("max", r#"{"add-person":{"name":"ivy","roles":["inspector"]}}"#),
    ("mia", AGREES),
    ("max", POOL),
    ("mia", AGREES),
    ("max", r#"{"approve-pool":{"pool":1,"reference":"A 17","date":"2016-08-17"}}"#),
    ("mia", AGREES),
    ("mia", r#"{"start-pool":{"pool":1}}"#),
    ("max", AGREES),
    ("max", VOUCHER),
    ("cas", AGREES),
    ("max", r#"{"set-law":{"switch":"cash-prizes","allowed":true,"from":0,"source":"R 1"}}"#),
    ("mia", AGREES),
    ("pam", PROMOTION),
    ("pam", CHECKS[0]),
    ("pam", CHECKS[1]),
    ("pam", r#"{"finalise-promotion":{"promotion":1}}"#),
    ("mia", AGREES),
    ("pam", r#"{"lodge-promotion":{"promotion":1,"receipt":"I 77","date":"1970-01-01"}}"#),
    ("max", AGREES),
    ("pam", r#"{"publish-terms":{"promotion":1,"means":"website","place":"here"}}"#),
    ("pam", r#"{"nominate-scrutineer":{"promotion":1,"person":"scot"}}"#),
    ("max", AGREES),
    ("house", r#"{"commit-promotion":{"promotion":1,"commitment":"SEALED","salt":"SHOWN"}}"#),
    ("house", A_DAY),
    ("pam", r#"{"start-promotion":{"promotion":1}}"#),
    ("mia", AGREES),
    (
        "pam",
        r#"{"enter-promotion":{"promotion":1,"entrants":[{"person":"ann"},{"person":"bob"}]}}"#,
    ),
    ("mia", AGREES),
    ("pam", r#"{"admit-file":{"promotion":1,"sha256":"SHOWN","rows":3}}"#),
    ("mia", AGREES),
];

const POOL: &str = r#"{"draft-pool":{"pool":1,"name":"a pool","terms":{"prizes":"3-card","wager":500,"major":{"share":[1,3],"seed":1000},"minor":{"share":[1,3],"seed":100},"retained":[1,3]}}}"#;
const VOUCHER: &str = r#"{"issue-voucher":{"number":9,"amount":5000,"games":["GAME"],"expires":400000000,"player":"ann","conditions":"none"}}"#;
const PROMOTION: &str = r#"{"draft-promotion":{"promotion":1,"name":"Friday","terms":{"games":["GAME"],"manner":"by draw from all entries","awarded":"at the bar","eligible":"members","wager":"none","nature":"as pictured","closes":300000000,"place":"the bar","draws":350000000,"claiming":"at the cage","presence":false,"notified":"by letter","results":"on the website","prizes":[{"kind":"cash","details":"money","value":9000,"conditions":"none"},{"kind":"goods","details":"a watch","value":5000,"conditions":"none"}]}}}"#;
const CHECKS: [&str; 2] = [
    r#"{"check-prize":{"promotion":1,"prize":1,"free_of":["tobacco","firearms","weapons","liquor","prescribed"]}}"#,
    r#"{"check-prize":{"promotion":1,"prize":2,"free_of":["tobacco","firearms","weapons","liquor","prescribed"]}}"#,
];

/// What people try, with places for a person, an amount, a number and a table.
pub(super) const TRIES: &[&str] = &[
    POOL,
    VOUCHER,
    PROMOTION,
    CHECKS[0],
    r#"{"suspend-pool":{"pool":1,"why":"a doubt"}}"#,
    r#"{"resume-pool":{"pool":1}}"#,
    r#"{"adjust-meter":{"pool":1,"level":"minor","before":100,"after":SUM,"why":"a test","reference":"A 18"}}"#,
    r#"{"retire-pool":{"pool":1,"heir":NUMBER,"reference":"A 19","date":"2016-08-17"}}"#,
    r#"{"close-pool":{"pool":NUMBER}}"#,
    r#"{"link-outside":{"pool":1,"outside":NUMBER,"game":"3-card-poker","name":"there","chip":100}}"#,
    r#"{"unlink-outside":{"pool":1,"outside":NUMBER}}"#,
    r#"{"end-outside-rounds":{"pool":1,"outside":NUMBER,"round":1,"reference":"A 20"}}"#,
    r#"{"register-display":{"pool":1,"display":NUMBER,"table":null,"name":"the wall"}}"#,
    r#"{"remove-display":{"pool":1,"display":NUMBER}}"#,
    r#"{"display-lost":{"pool":1,"display":NUMBER}}"#,
    r#"{"display-back":{"pool":1,"display":NUMBER}}"#,
    r#"{"link-table":{"table":TABLE,"pool":1}}"#,
    r#"{"unlink-table":{"table":TABLE}}"#,
    r#"{"lose-mystery":{"pool":1,"why":"it is gone"}}"#,
    r#"{"issue-voucher":{"number":NUMBER,"amount":SUM,"games":["GAME"],"expires":400000000,"player":null,"conditions":"none","promotion":1}}"#,
    r#"{"exchange-voucher":{"table":TABLE,"number":9,"player":"WHO"}}"#,
    r#"{"expire-voucher":{"number":9}}"#,
    r#"{"walk-in":{"table":TABLE,"name":"WHO"}}"#,
    r#"{"walk-in":{"table":TABLE,"seat":SEAT}}"#,
    r#"{"drop":{"table":TABLE,"player":"walk-in 15","amount":SUM}}"#,
    r#"{"cash-out":{"player":"walk-in 15","amount":SUM}}"#,
    r#"{"set-law":{"switch":"cash-instead","allowed":true,"from":0,"source":"R 2"}}"#,
    r#"{"prescribe-item":{"item":"knives","source":"R 3"}}"#,
    r#"{"set-points":{"cents":SUM,"from":0,"source":"the board"}}"#,
    r#"{"nominate-scrutineer":{"promotion":1,"person":"WHO"}}"#,
    r#"{"amend-promotion":{"promotion":1,"reference":"I 78","date":"1970-01-02"}}"#,
    r#"{"admit-file":{"promotion":1,"sha256":"SEALED","rows":NUMBER}}"#,
    r#"{"enter-promotion":{"promotion":1,"entrants":[{"person":"WHO"}],"file":1,"row":NUMBER}}"#,
    r#"{"enter-promotion":{"promotion":1,"entrants":[{"named":"a friend"}],"file":NUMBER,"row":1}}"#,
    r#"{"enter-promotion":{"promotion":1,"entrants":[{"person":"WHO"},{"named":"a friend"}]}}"#,
    r#"{"remove-entrant":{"promotion":1,"person":"WHO","why":"works here"}}"#,
    r#"{"remove-entrant":{"promotion":1,"entry":NUMBER,"why":"a mistake"}}"#,
    r#"{"close-entries":{"promotion":1}}"#,
    r#"{"seal-value":{"promotion":1,"sealed":"SEALED"}}"#,
    r#"{"attend-draw":{"promotion":1,"value":"SHOWN"}}"#,
    r#"{"draw-value":{"promotion":1,"published":"1 2 3"}}"#,
    r#"{"draw-promotion":{"promotion":1,"seed":"SHOWN"}}"#,
    r#"{"draw-promotion":{"promotion":1,"seed":"SHOWN"}}"#,
    r#"{"show-seed":{"promotion":1,"seed":"SHOWN"}}"#,
    r#"{"confirm-award":{"promotion":1,"award":NUMBER}}"#,
    r#"{"redraw-award":{"promotion":1,"award":NUMBER,"reason":"declined","why":"did not want it"}}"#,
    r#"{"note-presence":{"promotion":1,"award":NUMBER,"present":true}}"#,
    r#"{"notify-winner":{"promotion":1,"award":NUMBER,"means":"in-person","reached":true}}"#,
    r#"{"pay-award":{"promotion":1,"award":NUMBER,"cash":9000,"cheque":0,"transfer":0}}"#,
    r#"{"pay-award":{"promotion":1,"award":NUMBER,"instead":true,"cash":SUM,"cheque":5000,"transfer":0}}"#,
    r#"{"deliver-award":{"promotion":1,"award":NUMBER,"words":"at the bar"}}"#,
    r#"{"refuse-claim":{"promotion":1,"award":NUMBER,"value":5000,"why":"nobody knows them","claimant":"WHO","address":"here"}}"#,
    r#"{"reinstate-award":{"promotion":1,"award":NUMBER,"why":"somebody does"}}"#,
    r#"{"tell-refusal":{"promotion":1,"claim":1,"means":"mail"}}"#,
    r#"{"dispute-promotion":{"promotion":1,"person":{"person":"WHO"},"what":"it was mine"}}"#,
    r#"{"decide-dispute":{"promotion":1,"dispute":1,"decision":"it was not"}}"#,
    r#"{"close-dispute":{"promotion":1,"dispute":1,"told":true}}"#,
    r#"{"postpone-promotion":{"promotion":1,"why":"a doubt"}}"#,
    r#"{"cancel-promotion":{"promotion":1,"why":"more than that"}}"#,
    r#"{"tell-inspectorate":{"promotion":1,"whom":"the desk"}}"#,
    r#"{"validate-promotion":{"promotion":1,"why":"looked"}}"#,
    r#"{"resume-promotion":{"promotion":1}}"#,
    r#"{"end-promotion":{"promotion":1}}"#,
];

/// Puts the seed of the promotion, and the hash of it, into an act.
pub(super) fn with_seed(act: &str) -> String {
    act.replace("SEALED", &seed_commitment(1, &SEED)).replace("SHOWN", &hex(&SEED))
}
