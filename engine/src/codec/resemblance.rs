//! What a text that is not JSON looks like, so that a message can name it in words.

/// Columns that only Slurm's accounting has.
const SLURM: [&str; 3] = ["jobid", "elapsed", "alloctres"];

/// What the text looks like, as the end of a sentence: "looks like Slurm accounting", "is empty".
pub(super) fn looks_like(text: &str) -> &'static str {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let first = text.lines().next().unwrap_or_default().trim().to_ascii_lowercase();
    let has = |word: &str| first.contains(word);
    let cells = |sign: char| first.matches(sign).count() > 1;
    let is_table = cells(',') || cells(';') || cells('\t') || cells('|');
    if text.is_empty() {
        "is empty"
    } else if text.starts_with('{') || text.starts_with('[') {
        "looks like JSON that is damaged or cut off"
    } else if text.starts_with("PK\u{3}\u{4}") {
        "looks like a spreadsheet or a ZIP archive"
    } else if text.starts_with("%PDF") {
        "looks like a PDF document"
    } else if text.starts_with('<') {
        "looks like a web page"
    } else if SLURM.iter().filter(|word| has(word)).count() > 1 {
        "looks like Slurm accounting"
    } else if is_table && has("usd_per_gpu_hour") {
        "looks like a price book; load it under \u{201c}Your price book\u{201d}"
    } else if is_table && (has("lineitem") || has("billing") || has("usage start") || has("cost")) {
        "looks like a cloud bill"
    } else if first.starts_with("https://") || first.starts_with("http://") {
        "looks like a link; open it in the address bar"
    } else if is_table {
        "looks like a table"
    } else {
        "is plain text"
    }
}

#[cfg(test)]
mod tests {
    use super::looks_like;

    #[test]
    fn a_text_is_named_by_what_it_looks_like() {
        for (text, what) in [
            ("", "is empty"),
            ("\u{feff} \n", "is empty"),
            ("{\"format\":", "looks like JSON that is damaged or cut off"),
            ("PK\u{3}\u{4}rest", "looks like a spreadsheet or a ZIP archive"),
            ("%PDF-1.7", "looks like a PDF document"),
            ("<!DOCTYPE html>", "looks like a web page"),
            ("JobID|Elapsed|AllocTRES|State\n1|00:10:00||", "looks like Slurm accounting"),
            (
                "id,provider,gpu,usd_per_gpu_hour\n",
                "looks like a price book; load it under \u{201c}Your price book\u{201d}",
            ),
            ("lineItem/UsageStartDate,lineItem/UnblendedCost,x\n", "looks like a cloud bill"),
            ("https://example.org/#v=2", "looks like a link; open it in the address bar"),
            ("a;b;c\n1;2;3", "looks like a table"),
            ("Dear all", "is plain text"),
        ] {
            assert_eq!(looks_like(text), what, "{text}");
        }
    }
}
