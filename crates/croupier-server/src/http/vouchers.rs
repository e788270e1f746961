//! The register of promotional vouchers, for staff and the cage.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use croupier_floor::Role;
use croupier_view::{Viewer, VoucherView};
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Answered, App};
use crate::problem::Problem;
use crate::sessions::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/vouchers", get(vouchers))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct AllVouchers {
    number: u64,
    /// Every voucher that was issued, the newest first, and what became of it.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    vouchers: Vec<VoucherView>,
}

/// All promotional vouchers, and what became of them: for staff and the cage
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/vouchers", tag = "pit", responses(
    (status = 200, body = AllVouchers), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn vouchers(State(app): State<App>, visitor: Visitor) -> Answered<AllVouchers> {
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let staff = croupier_view::eye(floor, visitor.person) == Viewer::Staff;
        if !staff && !floor.people.is(visitor.person, Role::Cashier) {
            return Err(Problem::rights("the register of vouchers is for staff"));
        }
        let all = floor.vouchers.iter().map(|voucher| VoucherView::of(voucher, floor, true));
        let mut all: Vec<_> = all.collect();
        all.sort_by_key(|voucher| std::cmp::Reverse(voucher.staff.as_ref().map(|staff| staff.at)));
        Ok(all)
    });
    let (number, vouchers) = asked.await?;
    Ok(Json(AllVouchers { number, vouchers: vouchers? }))
}
