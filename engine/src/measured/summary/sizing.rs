//! GPUs that are larger than their work: cheaper types, and MIG slices.
//!
//! Profiles: NVIDIA, Multi-Instance GPU user guide, "Supported MIG profiles"; B300 and RTX PRO 6000 by the same guide's
//! later edition. A slice costs the GPU's price × its slices / slices sold in that layout.

use super::super::mig::LAYOUTS;
use super::super::samples::GpuSeries;
use super::kinds::{Kind, Kinds};
use super::usage::observed_hours;
use super::{CheaperType, MigProfile, MigType, RightSizing, SummaryQuestions};
use crate::prices::Gpu;
use crate::units::count;

/// Room that work keeps above its peak memory on another type.
const HEADROOM: f64 = 1.1;

/// What a GPU used at most: memory in GB, mean utilization, hours.
struct Need {
    memory_share: f64,
    memory_gb: Option<f64>,
    utilization: f64,
    hours: f64,
}

/// Whole GPUs by type: cut ones are small already.
fn by_kind<'s>(gpus: &'s [GpuSeries], kinds: &Kinds<'_>) -> Vec<Vec<&'s GpuSeries>> {
    let mut found = vec![Vec::new(); kinds.list.len()];
    for series in gpus.iter().filter(|series| !series.description.is_mig) {
        if let Some(of_type) = found.get_mut(kinds.of_sample(series.description.kind)) {
            of_type.push(series);
        }
    }
    found
}

/// Needs of the GPUs of a type of which memory and utilization are known.
fn needs(of_type: &[&GpuSeries], gpu: Option<&Gpu>) -> Vec<Need> {
    let need = |series: &GpuSeries| {
        let memory_share = series.memory.peak?;
        let memory = series.description.memory_gb.or(gpu.and_then(|gpu| gpu.memory_gb));
        Some(Need {
            memory_share,
            memory_gb: memory.map(|memory| memory * memory_share),
            utilization: series.utilization.mean()?,
            hours: observed_hours(series),
        })
    };
    of_type.iter().copied().filter_map(need).collect()
}

/// Types of which some GPUs used little memory and little compute, with cheaper types that would do.
pub(super) fn right_sizing(
    gpus: &[GpuSeries],
    kinds: &Kinds<'_>,
    questions: &SummaryQuestions,
    book: &[Gpu],
) -> Vec<RightSizing> {
    let of = |(kind, of_type): (&Kind<'_>, Vec<&GpuSeries>)| {
        let needs = needs(&of_type, kind.gpu);
        let is_low = |need: &&Need| need.memory_share < questions.memory_share;
        let is_slow = |need: &&Need| need.utilization < questions.compute_share;
        let both: Vec<&Need> = needs.iter().filter(is_low).filter(is_slow).collect();
        let mut found = RightSizing {
            name: kind.name.clone(),
            book_id: kind.book_id(),
            gpus_known: needs.len() as u64,
            low_memory: needs.iter().filter(is_low).count() as u64,
            low_compute: needs.iter().filter(is_slow).count() as u64,
            both: both.len() as u64,
            gpu_hours: crate::measured::total(both.iter().map(|need| need.hours)),
            peak_memory_gb: both.iter().filter_map(|need| need.memory_gb).reduce(f64::max),
            price: kind.price,
            cheaper: Vec::new(),
        };
        if let (Some(peak), Some(price)) = (found.peak_memory_gb, kind.price) {
            found.cheaper = cheaper(peak, price, found.gpu_hours, kind.gpu, questions, book);
        }
        found
    };
    kinds.list.iter().zip(by_kind(gpus, kinds)).map(of).filter(|found| found.gpus_known > 0).collect()
}

fn cheaper(
    peak: f64,
    price: f64,
    hours: f64,
    present: Option<&Gpu>,
    questions: &SummaryQuestions,
    book: &[Gpu],
) -> Vec<CheaperType> {
    let of = |(id, other): (&String, &f64)| {
        let gpu = book.iter().find(|gpu| gpu.id == *id)?;
        let memory_gb = gpu.memory_gb.filter(|memory| *memory >= peak * HEADROOM)?;
        let throughput = |gpu: &Gpu| gpu.dense_bf16_tflops.filter(|tflops| *tflops > 0.0);
        let share = throughput(gpu).zip(present.and_then(throughput)).map(|(new, now)| new / now);
        let saving = (price - other) * hours;
        (*other < price).then(|| CheaperType {
            book_id: id.clone(),
            memory_gb,
            price: *other,
            throughput_share: share,
            saving,
        })
    };
    let mut found: Vec<CheaperType> = questions.prices.iter().filter_map(of).collect();
    found.sort_by(|a, b| a.price.total_cmp(&b.price).then_with(|| a.book_id.cmp(&b.book_id)));
    found
}

/// Slices of the types that can be cut.
pub(super) fn mig(gpus: &[GpuSeries], kinds: &Kinds<'_>) -> Vec<MigType> {
    let of = |(kind, of_type): (&Kind<'_>, Vec<&GpuSeries>)| {
        let gpu = kind.gpu?;
        let (_, slices, profiles) = LAYOUTS.iter().find(|(ids, _, _)| ids.contains(&gpu.id.as_str()))?;
        let needs = needs(&of_type, Some(gpu));
        let profile = |(own, memory_gb, number): &(u32, f64, u32)| {
            let share = f64::from(*own) / f64::from(*slices);
            let fits =
                |need: &&Need| need.memory_gb.is_some_and(|memory| memory <= *memory_gb) && need.utilization <= share;
            let fits = needs.iter().filter(fits).count();
            let sold = f64::from(own * number);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            MigProfile {
                name: format!("{own}g.{memory_gb}gb"),
                sevenths: *own,
                memory_gb: *memory_gb,
                count: *number,
                price: kind.price.map(|price| price * f64::from(*own) / sold),
                fits: fits as u64,
                gpus_needed: libm::ceil(count(fits) / f64::from(*number)) as u64,
            }
        };
        Some(MigType {
            book_id: gpu.id.clone(),
            price: kind.price,
            slices: *slices,
            gpus_known: needs.len() as u64,
            profiles: profiles.iter().map(profile).collect(),
        })
    };
    kinds.list.iter().zip(by_kind(gpus, kinds)).filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prices::PriceBook;

    #[test]
    fn layouts_are_of_gpus_of_the_book_and_fit_their_memory() {
        let book = PriceBook::embedded();
        for (ids, slices, profiles) in LAYOUTS {
            for id in ids {
                let gpu = book.gpu(id).expect("a GPU");
                let most = profiles.first().map_or(0.0, |profile| f64::from(profile.2));
                assert!(gpu.mig_max_instances.is_none_or(|number| number == most), "{id}");
                // Names are rounded.
                for (own, memory, number) in profiles {
                    assert!(
                        own * number <= slices && memory * f64::from(*number) <= 1.03 * gpu.memory_gb.expect("memory"),
                        "{id}"
                    );
                }
            }
        }
    }
}
