//! Reads files of clusters and bills and sums them up.

use std::io::{self, Read};

use engine::measured::bill::summary::CurrencyBill;
use engine::measured::{ReadSettings, Record, Refused, SummaryQuestions, read};
use engine::prices::{Class, PriceBook};
use engine::view::measured::{FileView, MeasuredView};
use serde::{Deserialize, Serialize};

/// A file, and how to read it. Its contents travel beside the message.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileToRead {
    /// Its name.
    pub name: String,
    /// How to read it.
    pub settings: ReadSettings,
}

/// The files that count as one record, and what is asked of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MeasureSubject {
    /// The files, in the order in which they were added.
    pub files: Vec<FileToRead>,
    /// What is asked.
    pub questions: SummaryQuestions,
    /// The user's own price book; `None` without one.
    pub own_book: Option<String>,
    /// What a held GPU-hour is priced at.
    pub priced_at: PriceBasis,
    /// The GPU of the owned machines, by its id in the price book, and what a busy hour of it costs, US dollars.
    pub owned: Option<(String, f64)>,
}

/// What a held GPU-hour is priced at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PriceBasis {
    /// The usual on-demand price of the GPU in the price book.
    #[default]
    List,
    /// What an hour costs on the owned machines of the scenario; other GPUs have no price.
    Owned,
    /// What a bill in US dollars among the files says for the GPU; others have no price.
    Bill,
}

impl MeasureSubject {
    /// The questions with the prices of the chosen basis.
    fn priced(&self, book: &PriceBook, record: &Record) -> SummaryQuestions {
        let mut questions = self.questions.clone();
        questions.bill.owned.extend(self.owned.clone());
        let list = |id: &str| book.usual(book.current_edition(), id, Class::Hour, "").map(|usual| usual.usd);
        questions.prices = match self.priced_at {
            PriceBasis::List => book.gpus.iter().filter_map(|gpu| Some((gpu.id.clone(), list(&gpu.id)?))).collect(),
            PriceBasis::Owned => self.owned.clone().into_iter().collect(),
            PriceBasis::Bill => {
                let bill = record.bill(book, &questions.bill);
                let in_dollars = bill.iter().flat_map(|bill| &bill.currencies).find(|of| of.currency == "USD");
                in_dollars.map(CurrencyBill::usage_price_by_gpu).unwrap_or_default()
            }
        };
        questions
    }
}

/// Reads all files and sums them up. `open` gives the contents of the file at a place; `progress` hears the bytes read so
/// far, of all files.
pub fn measure(
    subject: &MeasureSubject,
    open: &mut dyn FnMut(usize) -> io::Result<Box<dyn Read>>,
    progress: &mut dyn FnMut(u64),
) -> MeasuredView {
    let mut book = PriceBook::embedded();
    // What of it cannot be used was reported when the page read it.
    if let Some(own) = &subject.own_book {
        let _ = book.add_own(own);
    }
    let mut record = Record::default();
    let mut refused: Vec<(usize, Refused)> = Vec::new();
    let mut before = 0;
    for (file, FileToRead { name, settings }) in subject.files.iter().enumerate() {
        let mut here = 0;
        let mut hear = |bytes: u64| {
            here = bytes;
            progress(before + bytes);
            true
        };
        let found = match open(file) {
            Ok(mut contents) => read(&mut contents, name, settings, &mut hear),
            Err(error) => Err(Refused::Unreadable { message: error.to_string() }),
        };
        before += here;
        match found {
            Ok(reading) => record.add(reading),
            Err(why) => refused.push((file, why)),
        }
    }
    let questions = subject.priced(&book, &record);
    let mut summary = record.summarize(&questions, &book.gpus);
    if subject.own_book.is_some() {
        summary.bill = record.bill(&book, &questions.bill); // the user's own prices count too
    }
    let mut read = summary.files.iter();
    let view = |file: usize| match refused.iter().find(|(of, _)| *of == file) {
        Some((_, why)) => Some(FileView::refused(why)),
        None => read.next().map(FileView::read),
    };
    let files = (0..subject.files.len()).filter_map(view).collect();
    MeasuredView { files, ..MeasuredView::new(&summary, &book.gpus) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOBS: &str = "JobID|State|Account|Start|End|AllocTRES\n\
        1|COMPLETED|nlp|2026-01-05T00:00:00|2026-01-05T10:00:00|gres/gpu:h100=4\n";
    const BILL: &str = "ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ServiceCategory,BilledCost,EffectiveCost,ConsumedQuantity,ConsumedUnit,ResourceId,BillingCurrency,SkuPriceDetails\n\
        2026-01-05T00:00:00Z,2026-01-05T10:00:00Z,Usage,Compute,400,400,10,Hours,i-1,USD,\"{\"\"InstanceType\"\":\"\"p5.48xlarge\"\"}\"\n";

    /// The cost of the month in a view of the two files.
    fn cost(priced_at: PriceBasis) -> Option<f64> {
        let file = |name: &str| FileToRead { name: name.to_owned(), ..FileToRead::default() };
        let subject = MeasureSubject {
            files: vec![file("jobs.txt"), file("focus.csv")],
            owned: Some(("h100-sxm".to_owned(), 2.0)),
            priced_at,
            ..MeasureSubject::default()
        };
        let mut open = |place: usize| -> io::Result<Box<dyn Read>> {
            Ok(Box::new(if place == 0 { JOBS.as_bytes() } else { BILL.as_bytes() }))
        };
        let view = measure(&subject, &mut open, &mut |_| {});
        let months = view.sheets.iter().find(|sheet| sheet.id == "measured-months").expect("months");
        let at = months.columns.iter().position(|column| column.label == "Cost").expect("a cost");
        months.rows[0].1[at]
    }

    /// By hand: 4 GPUs for 10 hours; the bill asks 400 dollars for 8 GPUs and 10 hours, 5 a GPU-hour; owned 2.
    #[test]
    fn held_hours_are_priced_at_the_bill_or_at_owned_cost() {
        assert_eq!(cost(PriceBasis::Bill), Some(200.0));
        assert_eq!(cost(PriceBasis::Owned), Some(80.0));
        assert!(cost(PriceBasis::List).is_some_and(|usd| usd > 80.0));
    }
}
