use super::super::format::Format;
use super::super::steps::without_pause;
use super::*;

type Lines = Vec<(u64, Vec<String>)>;

fn read(text: &str) -> (Vec<String>, Lines, FileReport) {
    let mut bytes = text.as_bytes();
    let mut go_on = |_| true;
    let mut source = Source::open(&mut bytes, &mut go_on).expect("a source");
    let dialect = Dialect::of(source.data());
    let mut report = FileReport::new("", Format::AnyCsv);
    let Some(mut table) = Table::open(&mut source, dialect).expect("a table") else {
        return (Vec::new(), Vec::new(), report);
    };
    let mut rows = Vec::new();
    while without_pause(table.advance(&mut report)).expect("a row") {
        let row = table.row();
        rows.push((row.line, row.cells().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect()));
    }
    (table.columns().to_vec(), rows, report)
}

fn row(line: u64, cells: &[&str]) -> (u64, Vec<String>) {
    (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
}

#[test]
fn delimiters_are_found_and_quoted_cells_read() {
    for delimiter in [",", ";", "\t"] {
        let text = "a,b\r\n1,2\r\n\r\n\"x,\"\"y\"\"\nz\",3\r\n,\n4,\"5\"\n".replace(',', delimiter);
        let (columns, rows, report) = read(&text);
        assert_eq!(columns, ["a", "b"]);
        let quoted = format!("x{delimiter}\"y\"\nz");
        assert_eq!(rows, [row(2, &["1", "2"]), row(4, &[&quoted, "3"]), row(7, &["4", "5"])]);
        assert_eq!((report.rows, report.skipped.len()), (3, 0));
    }
    // In sacct's output a quotation mark is data.
    let (columns, rows, _) = read("JobID|JobName|\n1|\"half|\n2|a\"b|\n");
    assert_eq!(columns, ["JobID", "JobName"]);
    assert_eq!(rows, [row(2, &["1", "\"half"]), row(3, &["2", "a\"b"])]);
    assert_eq!(read("").1, []);
    assert_eq!(read("\n\n").1, []);
}

#[test]
fn rows_that_do_not_fit_are_named_and_the_others_stay() {
    let (_, rows, report) = read("a,b\n1\n1,2,3\n1,2,\na,b\n\"open,1\n5,6");
    assert_eq!(rows, [row(4, &["1", "2"]), row(7, &["5", "6"])]);
    let lines = |reason| report.skipped.iter().find(|s| s.reason == reason).map(|s| s.lines.clone());
    assert_eq!(lines(SkipReason::ShortRow), Some(vec![2]));
    assert_eq!(lines(SkipReason::LongRow), Some(vec![3]));
    assert_eq!(lines(SkipReason::OpenQuote), Some(vec![6]));
    let long = format!("a,b\n1,{}\n3,4\n", "x".repeat(3 * LONGEST_ROW));
    let (_, rows, report) = read(&long);
    assert_eq!(rows, [row(3, &["3", "4"])]);
    assert_eq!(report.skipped_for(SkipReason::TooLong), 1);
}

/// A mark that is not closed costs its own row alone, and only cells that are closed go on over several lines.
#[test]
fn marks_that_are_not_closed_cost_their_own_row() {
    let lines = |text: &str| {
        let (_, rows, report) = read(text);
        let skipped = report.skipped.into_iter().map(|of| (of.reason, of.lines)).collect::<Vec<_>>();
        (rows, skipped)
    };
    let open = |at: u64| vec![(SkipReason::OpenQuote, vec![at])];
    // The mark of line 3 closes nothing: text follows it.
    assert_eq!(lines("a,b\n1,\"x\n\"2\n3\",4\n"), (vec![row(3, &["2\n3", "4"])], open(2)));
    assert_eq!(
        lines("a,b\nb\"c,\"d\nb\"c,\"d\n5,6\n"),
        (vec![row(4, &["5", "6"])], vec![(SkipReason::OpenQuote, vec![2, 3])])
    );
    // Blanks may stand between a mark and the delimiter; on one line, text may too.
    assert_eq!(lines("a,b\n\"x\ny\" ,2\r\n\"3\" inch,4\r\n").0, [row(2, &["x\ny", "2"]), row(4, &["3 inch", "4"])]);
    // At the end of the file, with and without a line break.
    for end in ["", "\n"] {
        assert_eq!(lines(&format!("a,b\n1,\"x\ny\"{end}")), (vec![row(2, &["1", "x\ny"])], Vec::new()));
        assert!(lines(&format!("a,b\n1,\"x\ny{end}")).1.ends_with(&open(2)));
    }
    // A cell that does not end within a row's length opens nothing; the rows under it count.
    let many = "1,2\n".repeat(LONGEST_ROW / 2);
    let (_, rows, report) = read(&format!("a,b\n1,\"x\n{many}3,\"x\ny\"\n"));
    assert_eq!((rows.len(), report.skipped_for(SkipReason::OpenQuote)), (LONGEST_ROW / 2 + 1, 1));
    assert_eq!(rows.last().map(|row| row.1.clone()), Some(vec!["3".to_owned(), "x\ny".to_owned()]));
}

/// Work counted for a file of lines, and for one twice as long.
fn growth(line: &str) -> (u64, u64) {
    let work = |lines: usize| {
        let text = format!("a,b\n{}", line.repeat(lines));
        let mut bytes = text.as_bytes();
        let mut go_on = |_| true;
        let mut source = Source::open(&mut bytes, &mut go_on).expect("a source");
        let dialect = Dialect { delimiter: b',', quoting: true };
        let mut rows = Rows::new(&mut source, dialect);
        while rows.advance_now().expect("a row") {}
        source.work.steps()
    };
    let lines = 2 * LONGEST_ROW / line.len();
    (work(lines), work(2 * lines))
}

#[test]
fn no_line_is_looked_at_again_and_again() {
    for line in ["b\"c,\"d\n", "b\",\"c\n", "1,\"\n", "1,\"x\n", "\",\",\"\n", "1,\"\"\"\n", "1,\"x\",\"\"y\n"] {
        let (once, twice) = growth(line);
        let bytes = 2 * LONGEST_ROW as u64;
        assert!(once <= 6 * bytes && 2 * once + bytes >= twice, "{line:?}: {once}, {twice}");
    }
}

#[test]
fn rows_across_pieces_of_the_file_are_whole() {
    let lines: String = (0..60_000).fold(String::new(), |text, n| text + &format!("{n},\"{}\n{n}\"\n", n * 7));
    let (_, rows, report) = read(&format!("a,b\n{lines}"));
    assert_eq!((rows.len(), report.skipped.len()), (60_000, 0));
    for (n, (line, cells)) in rows.iter().enumerate() {
        assert_eq!(*line, 2 + 2 * n as u64);
        assert_eq!(cells, &[n.to_string(), format!("{}\n{n}", n * 7)]);
    }
}
