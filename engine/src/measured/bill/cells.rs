//! Cells of bills: currencies and words.

use memchr::memchr_iter;

use super::super::instant::is_absent;
use super::super::rows::Row;

/// The currency of a cell: three letters. `None` if it is something else.
pub(crate) fn currency(cell: &[u8]) -> Option<&[u8]> {
    let cell = cell.trim_ascii();
    (cell.len() == 3 && cell.iter().all(u8::is_ascii_alphabetic)).then_some(cell)
}

/// The currency of a row: that of its cell, or US dollars in a file without such a column.
pub(crate) fn currency_of<'r>(row: &Row<'r>, column: Option<usize>) -> Option<&'r [u8]> {
    column.map_or(Some(b"USD"), |at| currency(row.cell(at)))
}

/// Whether a cell is one of some words; case does not count.
pub(crate) fn is_one(cell: &[u8], words: &[&str]) -> bool {
    let cell = cell.trim_ascii();
    words.iter().any(|word| cell.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether a cell contains one of some words of small letters; case does not count.
pub(crate) fn contains(cell: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| {
        let begins = |part: &[u8]| part.first().map(u8::to_ascii_lowercase) == word.bytes().next();
        cell.windows(word.len()).any(|part| begins(part) && part.eq_ignore_ascii_case(word.as_bytes()))
    })
}

/// A cell that is there; empty if it says that it has no value.
pub(crate) fn present(cell: &[u8]) -> &[u8] {
    if is_absent(cell) { &[] } else { cell }
}

/// Whether the id of a resource is that of one machine. A scale set, a training job or an endpoint has several: a folder of
/// its path says so.
pub(crate) fn is_one_machine(resource: &[u8]) -> bool {
    const FOLDERS: [&str; 4] = ["virtualmachinescalesets", "managedclusters", "nodepools", "computes"];
    const ENDS_OF_FOLDERS: [&str; 7] = [
        "capacity-reservation",
        "training-job",
        "processing-job",
        "transform-job",
        "endpoint",
        ":cluster",
        "hyper-parameter-tuning-job",
    ];
    let ends_with = |name: &[u8], end: &str| {
        name.len().checked_sub(end.len()).and_then(|from| name.get(from..)).is_some_and(|part| is_same(part, end))
    };
    let begins_with = |name: &[u8], word: &str| name.get(..word.len()).is_some_and(|part| is_same(part, word));
    let mut from = 0;
    for to in memchr_iter(b'/', resource).chain([resource.len()]) {
        let name = resource.get(from..to).unwrap_or_default();
        let (is_first, is_last) = (from == 0, to == resource.len());
        let is_folder = !is_last
            && (!is_first && FOLDERS.iter().any(|folder| is_same(name, folder))
                || ENDS_OF_FOLDERS.iter().any(|end| ends_with(name, end)));
        if is_folder || !is_first && begins_with(name, "instancegroups") {
            return false;
        }
        from = to + 1;
    }
    !resource.is_empty() && !contains(resource, &["autoscalinggroup"])
}

fn is_same(name: &[u8], word: &str) -> bool {
    name.eq_ignore_ascii_case(word.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_several_machines_is_not_one() {
        for (resource, expected) in [
            ("i-0123456789abcdef0", true),
            ("arn:aws:ec2:us-east-1:123:instance/i-0123", true),
            ("/subscriptions/x/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/vm1", true),
            ("", false),
            ("/subscriptions/x/providers/Microsoft.Compute/virtualMachineScaleSets/set", false),
            ("/subscriptions/x/providers/Microsoft.ContainerService/ManagedClusters/k8s", false),
            // A last name is that of the resource itself.
            ("/subscriptions/x/virtualMachines/endpoint", true),
            ("projects/p/zones/z/instanceGroups/g", false),
            ("arn:aws:sagemaker:us-east-1:123:training-job/llm", false),
            ("arn:aws:sagemaker:us-east-1:123:hyper-parameter-tuning-job/llm", false),
            ("arn:aws:ec2:us-east-1:123:capacity-reservation/cr-1", false),
            ("arn:aws:redshift:us-east-1:123:cluster/a", false),
            ("arn:aws:autoscaling:us-east-1:123:autoScalingGroup:1:autoScalingGroupName/a", false),
        ] {
            assert_eq!(is_one_machine(resource.as_bytes()), expected, "{resource}");
        }
        assert!(contains(b"USE1-BoxUsage", &["x", "boxusage"]) && !contains(b"Box", &["boxusage"]));
    }
}
