//! A copy of the page as one file that holds a scenario: it opens with that, and computes it again.

/// What stands before the scenario in the page's head.
const BEFORE: &str = "<meta name=\"scenario\" content=\"";

/// The page with a scenario in it, in place of the one that it holds; nothing where it has no place for one. `link`: the scenario as a link.
pub fn with_scenario(page: &str, link: &str) -> Option<String> {
    let start = page.find(BEFORE)? + BEFORE.len();
    let (head, rest) = page.split_at(start);
    let end = rest.find('"')?;
    Some([head, &escaped(link), rest.get(end..)?].concat())
}

/// Text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::with_scenario;

    #[test]
    fn a_scenario_takes_the_place_of_the_one_before_and_no_text_ends_the_attribute() {
        let page = "<head><meta name=\"scenario\" content=\"\"><title>x</title>";
        let first = with_scenario(page, "v=6&n=8").expect("a page");
        assert_eq!(first, "<head><meta name=\"scenario\" content=\"v=6&amp;n=8\"><title>x</title>");
        let second = with_scenario(&first, "\"><script>").expect("a page");
        assert_eq!(second, "<head><meta name=\"scenario\" content=\"&quot;>&lt;script>\"><title>x</title>");
        assert_eq!(with_scenario("<head></head>", "v=6"), None);
    }
}
