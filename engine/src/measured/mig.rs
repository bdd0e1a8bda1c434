//! MIG instances in printed names: `1g.10gb`, `a100_3g.20gb`, `1g.10gb+me`.
//!
//! An instance is the GPU's share of its compute: its slices of seven, of some types of four. Source: NVIDIA, Multi-Instance
//! GPU user guide, "Supported MIG profiles".

use std::collections::BTreeMap;

use super::names::Names;

/// A profile in a name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Profile {
    /// Slices of the GPU's compute that an instance has.
    pub(super) slices: u32,
    /// Its memory in GB, if the name has it.
    pub(super) memory_gb: Option<u32>,
    /// What is left of the name: the GPU, if it is named.
    pub(super) gpu: String,
}

/// The profile that a name contains, if it does.
pub(super) fn profile(name: &str) -> Option<Profile> {
    // Nearly all names have none: they are not copied.
    let has_slices = name.as_bytes().windows(2).any(|pair| matches!(pair, [b'1'..=b'7', b'g' | b'G']));
    has_slices.then_some(())?;
    let lower = name.to_ascii_lowercase();
    let bytes = lower.as_bytes();
    let at = |place: usize| bytes.get(place).copied().unwrap_or(b' ');
    (0..bytes.len()).find_map(|start| {
        let is_alone = start == 0 || !at(start - 1).is_ascii_digit();
        let is_slices = is_alone && (b'1'..=b'7').contains(&at(start)) && at(start + 1) == b'g';
        is_slices.then_some(())?;
        // `1g.10gb`, `1g10gb`, `1g_10gb`, or the slices alone.
        let digits = start + 2 + usize::from(matches!(at(start + 2), b'.' | b'_' | b'-'));
        let mut end = digits;
        while at(end).is_ascii_digit() {
            end += 1;
        }
        let memory_gb = lower.get(digits..end).and_then(|digits| digits.parse().ok());
        let mut end = match memory_gb {
            Some(_) if at(end) == b'g' => end + 1 + usize::from(at(end + 1) == b'b'),
            None if !at(start + 2).is_ascii_alphanumeric() => start + 2,
            _ => return None,
        };
        // `+me`: with the media engines; `.me` in names that take no plus.
        if matches!(lower.get(end..end + 3), Some("+me" | ".me")) {
            end += 3;
        }
        let rest = [lower.get(..start), lower.get(end..)].map(Option::unwrap_or_default).join(" ");
        let words = rest.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty() && *word != "mig");
        Some(Profile { slices: u32::from(at(start) - b'0'), memory_gb, gpu: words.collect::<Vec<&str>>().join(" ") })
    })
}

/// Slices that a GPU of a type has: four of an A30 and an RTX PRO 6000, else seven.
pub(super) fn slices_of(model: &str) -> f64 {
    let model: String = model.to_ascii_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    if model.contains("a30") && !model.contains("a300") || model.contains("rtxpro6000") { 4.0 } else { 7.0 }
}

/// Slices of an instance and of its GPU. Where the GPU is not named, its memory tells the types that are cut in four:
/// 6 GB a slice are an A30, 24 GB an RTX PRO 6000 but for `1g.24gb`, which others have too.
fn slices(profile: &Profile, answer: Option<&str>) -> (f64, f64) {
    let own = f64::from(profile.slices);
    let is_quarter =
        |memory_gb: u32| memory_gb == profile.slices * 6 || (profile.slices > 1 && memory_gb == profile.slices * 24);
    let all = match answer.or(Some(profile.gpu.as_str()).filter(|gpu| !gpu.is_empty())) {
        Some(gpu) => slices_of(gpu),
        None if profile.memory_gb.is_some_and(is_quarter) => 4.0,
        None => 7.0,
    };
    (own.min(all), all)
}

/// What one of a printed type is of a GPU, as slices and slices of the GPU: `(1.0, 7.0)` for `1g.10gb`, `(1.0, 1.0)` for a
/// whole GPU. By the position of the name; `answers` say which GPU a name means.
pub(super) fn shares(names: &Names, answers: &BTreeMap<String, String>) -> Vec<(f64, f64)> {
    let share = |name: &str| {
        profile(name).map_or((1.0, 1.0), |profile| slices(&profile, answers.get(name).map(String::as_str)))
    };
    names.iter().map(share).collect()
}

/// Ids of the book with the same profiles, slices of a GPU, and memory in GB by profile: slices, memory, number.
pub(super) type Layout = (&'static [&'static str], u32, &'static [(u32, f64, u32)]);

/// What each GPU of the book can be cut into.
pub(super) const LAYOUTS: [Layout; 8] = [
    (
        &["a100-40-sxm", "a100-40-pcie"],
        7,
        &[(1, 5.0, 7), (1, 10.0, 4), (2, 10.0, 3), (3, 20.0, 2), (4, 20.0, 1), (7, 40.0, 1)],
    ),
    (
        &["a100-80-sxm", "a100-80-pcie", "h100-sxm", "h100-pcie"],
        7,
        &[(1, 10.0, 7), (1, 20.0, 4), (2, 20.0, 3), (3, 40.0, 2), (4, 40.0, 1), (7, 80.0, 1)],
    ),
    (&["h100-nvl"], 7, &[(1, 12.0, 7), (1, 24.0, 4), (2, 24.0, 3), (3, 47.0, 2), (4, 47.0, 1), (7, 94.0, 1)]),
    (&["gh200"], 7, &[(1, 12.0, 7), (1, 24.0, 4), (2, 24.0, 3), (3, 48.0, 2), (4, 48.0, 1), (7, 96.0, 1)]),
    (&["h200-sxm"], 7, &[(1, 18.0, 7), (1, 35.0, 4), (2, 35.0, 3), (3, 71.0, 2), (4, 71.0, 1), (7, 141.0, 1)]),
    (&["b200-sxm"], 7, &[(1, 23.0, 7), (1, 45.0, 4), (2, 45.0, 3), (3, 90.0, 2), (4, 90.0, 1), (7, 180.0, 1)]),
    (&["b300-sxm"], 7, &[(1, 34.0, 7), (1, 67.0, 4), (2, 67.0, 3), (3, 135.0, 2), (4, 135.0, 1), (7, 269.0, 1)]),
    (&["rtx-pro-6000"], 4, &[(1, 24.0, 4), (2, 48.0, 2), (4, 96.0, 1)]),
];

/// Whether a GPU of the book can be split into instances with these slices and this memory.
pub(super) fn has_profile(id: &str, slices: u32, memory_gb: f64) -> bool {
    let of_gpu = LAYOUTS.iter().filter(|(ids, _, _)| ids.contains(&id));
    of_gpu.flat_map(|(_, _, profiles)| *profiles).any(|(own, memory, _)| *own == slices && *memory == memory_gb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_found_in_names_and_whole_gpus_have_none() {
        for (name, slices, memory_gb, gpu) in [
            ("1g.10gb", 1, Some(10), ""),
            ("a100_1g.5gb", 1, Some(5), "a100"),
            ("nvidia_a100_3g.20gb", 3, Some(20), "nvidia a100"),
            ("MIG 2g.20gb", 2, Some(20), ""),
            ("1g.10gb+me", 1, Some(10), ""),
            ("h100-1g.10gb.me", 1, Some(10), "h100"),
            ("mig-1g10gb", 1, Some(10), ""),
            ("7g.80gb", 7, Some(80), ""),
            ("h100_mig_1g", 1, None, "h100"),
            ("nvidia_a100_80gb_pcie_1g.10gb", 1, Some(10), "nvidia a100 80gb pcie"),
        ] {
            let expected = Profile { slices, memory_gb, gpu: gpu.to_owned() };
            assert_eq!(profile(name), Some(expected), "{name}");
        }
        for name in ["", "a100", "h100_80gb", "a100-sxm4-80gb", "nvidia_h100_80gb_hbm3", "a2gpu", "b200", "mi300x"] {
            assert_eq!(profile(name), None, "{name}");
        }
    }

    /// Profiles of the guide: A30 `1g.6gb`, RTX PRO 6000 `2g.48gb`, of four slices; the others of seven.
    #[test]
    fn an_instance_is_its_slices_of_seven_or_four() {
        let mut names = Names::default();
        let printed = ["1g.10gb", "a30_1g.6gb", "2g.12gb", "2g.48gb", "1g.24gb", "a100", "h100_7g.80gb"];
        for name in printed {
            names.id(name.as_bytes());
        }
        let answers = BTreeMap::from([("1g.24gb".to_owned(), "rtx-pro-6000".to_owned())]);
        let expected = [(1.0, 1.0), (1.0, 7.0), (1.0, 4.0), (2.0, 4.0), (2.0, 4.0), (1.0, 4.0), (1.0, 1.0), (7.0, 7.0)];
        assert_eq!(shares(&names, &answers), expected);
        assert_eq!(shares(&names, &BTreeMap::new())[5], (1.0, 7.0));
    }
}
