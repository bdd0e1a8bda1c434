//! Work entered in hours of one GPU, restated in hours of another.

use super::tokens::book_throughput;
use crate::inputs::relative_speed::performance;
use crate::inputs::workloads::{Shape, Workload};
use crate::inputs::{Scenario, field};
use crate::number;
use crate::prices::PriceBook;
use crate::units::HOURS_PER_YEAR;

/// The row of the work per month.
const WORK: &str = "work.gpu_hours_per_month";
/// What a restated number is rounded to.
const PARTS: f64 = 1e6;

/// Hours of a scenario's GPU that do the work of an hour of another: as rated, else by dense BF16 speed; `None` if
/// unknown.
pub fn hours_for_an_hour_of(scenario: &Scenario, book: &PriceBook, gpu: &str) -> Option<f64> {
    performance(scenario, book, gpu)
}

impl Scenario {
    /// Whether the work was entered, by workloads or as hours, so that it belongs to the GPU it was entered for. Tokens of a
    /// model are the same on any GPU, where the price book knows how many of them it makes.
    pub fn has_entered_work(&self, book: &PriceBook) -> bool {
        let workloads = &self.work.workloads;
        if !workloads.is_empty() {
            return workloads.iter().any(|workload| book_throughput(workload, &self.work.gpu, book).is_none());
        }
        let is_default = |row| self.follows_gpus(row, book) || row.get(self) == row.value_in(book);
        field(WORK).is_some_and(|row| !is_default(row))
    }

    /// Restates the work in hours of another GPU: `hours` of it do what an hour did before. Workloads keep their GPUs where
    /// runs can get longer or shorter instead.
    pub fn restate_work(&mut self, hours: f64, book: &PriceBook) {
        if self.work.workloads.is_empty() {
            let work = &mut self.work.gpu_hours_per_month;
            *work = crate::inputs::value::Amount::exact(rounded(work.value * hours));
            return;
        }
        for workload in &mut self.work.workloads {
            restate(workload, hours);
        }
        self.follow_workloads(book);
    }
}

fn rounded(value: f64) -> f64 {
    libm::round(value * PARTS) / PARTS
}

fn restate(workload: &mut Workload, by: f64) {
    let times = |value: &mut Option<f64>, by: f64| *value = value.map(|value| rounded(value * by));
    match workload.shape {
        // Between runs that last differently other GPUs would be wanted for a different time.
        Shape::Runs if workload.rest_share.unwrap_or(0.0) == 0.0 && fits(workload.hours, by) => {
            times(&mut workload.hours, by);
        }
        Shape::Steady | Shape::Runs | Shape::Office | Shape::Bursty => times(&mut workload.gpus, by),
        // Stated as model and tokens: only what a GPU does is another.
        Shape::Training => times(&mut workload.peak_tflops, 1.0 / by),
        Shape::Inference => times(&mut workload.tokens_per_second_per_gpu, 1.0 / by),
        Shape::Series => workload.series = restated_series(&workload.series, by).into(),
    }
}

fn fits(hours: Option<f64>, by: f64) -> bool {
    hours.is_some_and(|hours| hours * by <= HOURS_PER_YEAR)
}

/// A series or levels as text with other numbers of GPUs; what is unknown or cannot be read stays.
fn restated_series(text: &str, by: f64) -> String {
    let step = |part: &str| {
        let end = part.find(['*', 'x']).unwrap_or(part.len());
        let (gpus, hours) = part.split_at(end);
        number::read_canonical(gpus)
            .map_or_else(|| part.to_owned(), |gpus| format!("{}{hours}", number::write(rounded(gpus * by))))
    };
    let mut restated = String::with_capacity(text.len());
    for piece in text.split_inclusive([' ', ',', ';', '\n', '\t']) {
        let part = piece.trim_end_matches([' ', ',', ';', '\n', '\t']);
        let levels = part.contains('x');
        let steps: Vec<String> = part.split(|c| c == '-' && levels).map(step).collect();
        restated.push_str(&steps.join("-"));
        restated.push_str(&piece[part.len()..]);
    }
    restated
}

#[cfg(test)]
mod tests {
    use super::super::gpu_hours_of;
    use super::*;

    fn named(shape: Shape) -> Workload {
        Workload { shape, gpus: Some(64.0), ..Workload::default() }
    }

    /// Every kind of workload wants as many GPU-hours as before, times the hours that an hour takes.
    #[test]
    fn every_kind_of_workload_is_restated_in_proportion() {
        let runs = Workload { hours: Some(504.0), times: Some(4.0), ..named(Shape::Runs) };
        let training = Workload {
            times: Some(2.0),
            parameters: Some(7.0),
            tokens: Some(1_000.0),
            peak_tflops: Some(989.0),
            flop_utilization: Some(0.4),
            ..named(Shape::Training)
        };
        let inference = Workload {
            tokens_per_second: Some(50_000.0),
            peak_to_mean: Some(2.0),
            tokens_per_second_per_gpu: Some(2_400.0),
            target_load: Some(0.7),
            ..named(Shape::Inference)
        };
        let series = |text: &str| Workload { series: text.into(), ..named(Shape::Series) };
        let all = [
            named(Shape::Steady),
            runs.clone(),
            Workload { rest_share: Some(0.1), ..runs.clone() },
            Workload { hours: Some(5_000.0), times: Some(1.0), ..runs },
            named(Shape::Office),
            named(Shape::Bursty),
            training,
            inference,
            series("24*8000 256*760"),
            Workload { measured: crate::inputs::workloads::Measured::Levels, ..series("80x12-24.5x700-0x48") },
        ];
        for workload in all {
            for by in [0.5, 3.2] {
                let mut other = workload.clone();
                restate(&mut other, by);
                let [before, after] = [&workload, &other].map(|of| gpu_hours_of(of, 0).expect("hours"));
                assert!((after / before / by - 1.0).abs() < 1e-5, "{by}: {workload:?} {before} {after}");
            }
        }
    }

    #[test]
    fn runs_keep_their_gpus_while_they_fit_into_a_year() {
        let runs = Workload { hours: Some(504.0), times: Some(4.0), ..named(Shape::Runs) };
        let mut shorter = runs.clone();
        restate(&mut shorter, 0.5);
        assert_eq!((shorter.gpus, shorter.hours), (Some(64.0), Some(252.0)));
        let mut longer = Workload { hours: Some(5_000.0), ..runs };
        restate(&mut longer, 2.0);
        assert_eq!((longer.gpus, longer.hours), (Some(128.0), Some(5_000.0)));
    }

    #[test]
    fn a_series_keeps_what_is_not_a_number_of_gpus() {
        assert_eq!(restated_series("sorted 24*3 8,?*2", 0.5), "sorted 12*3 4,?*2");
        assert_eq!(restated_series("joint-80x12-24.5x700-0x48", 2.0), "joint-160x12-49x700-0x48");
    }

    #[test]
    fn hours_without_workloads_are_restated_and_only_entered_ones_belong_to_a_gpu() {
        let book = PriceBook::embedded();
        let mut scenario = Scenario::typical(&book);
        assert!(!scenario.has_entered_work(&book));
        scenario.work.gpu_hours_per_month = crate::inputs::value::Amount::exact(20_000.0);
        assert!(scenario.has_entered_work(&book));
        scenario.restate_work(0.25, &PriceBook::embedded());
        assert_eq!(scenario.work.gpu_hours_per_month.value, 5_000.0);
        let mut described = Scenario::typical(&book);
        described.work.workloads.push(named(Shape::Steady));
        assert!(described.has_entered_work(&book));
        let tokens = Workload {
            tokens_per_second: Some(50_000.0),
            token_model: "Llama 3.3 70B".to_owned(),
            ..Workload { gpus: None, ..named(Shape::Inference) }
        };
        let served = |tokens_per_second_per_gpu| {
            let mut served = Scenario::typical(&book);
            served.work.workloads.push(Workload { tokens_per_second_per_gpu, ..tokens.clone() });
            served
        };
        assert!(!served(None).has_entered_work(&book), "the book knows what each GPU makes");
        assert!(served(Some(2_400.0)).has_entered_work(&book), "entered for this GPU");
        described.restate_work(0.5, &PriceBook::embedded());
        assert!((described.work.gpu_hours_per_month.value / (32.0 * 730.0) - 1.0).abs() < 1e-9);
    }
}
