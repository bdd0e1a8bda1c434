//! The user's own offers together with listed ones.

use super::*;

#[test]
fn an_own_book_stands_in_every_edition_at_its_own_price() {
    let mut book = PriceBook::embedded();
    let mut scenario = Scenario::typical(&book);
    let _ = book.add_own("id,provider,gpu,usd_per_gpu_hour,as_of\nx,A,h100-sxm,2,2026-10\ny,B,h100-sxm,3,\n");
    scenario.rent.discount_share.value = 0.5;
    let swap = Swap { gpus: 8.0, same_capacity_gpus: 8.0 };
    for edition in ["2026-11", "reference-2024"] {
        let offers = offers_of(&scenario, &book, edition, swap, 1.0);
        let own = |id: &str| {
            let found = offers.iter().find(|o| o.id == id)?;
            Some((
                found.price.as_usd_per_gpu_hour(),
                found.as_of.map(String::from).unwrap_or_default(),
                found.source.as_str(),
                found.counted,
            ))
        };
        assert_eq!(own("own-x"), Some((2.0, "2026-10".to_owned(), "own-book", true)), "{edition}");
        assert_eq!(own("own-y"), Some((3.0, String::new(), "own-book", true)), "{edition}");
    }
    scenario.rent.prices = vec![crate::inputs::value::OfferPrice { offer: "own-x".to_owned(), usd_per_gpu_hour: 1.5 }];
    let offers = offers_of(&scenario, &book, "2026-11", swap, 1.0);
    let price = |o: &Offer| (o.list_price.as_usd_per_gpu_hour(), o.price.as_usd_per_gpu_hour());
    assert_eq!(offers.iter().find(|o| o.id == "own-x").map(price), Some((2.0, 1.5)));
}
