//! The cells of a workbook, for any writer of spreadsheets.

/// A workbook.
#[derive(Clone, Debug, PartialEq)]
pub struct Workbook {
    /// Its sheets, in order.
    pub sheets: Vec<Grid>,
    /// Names of cells: the name, and the cell with its sheet.
    pub names: Vec<(&'static str, String)>,
}

/// A sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Its name.
    pub name: String,
    /// Its cells, each with its row and column from 0.
    pub cells: Vec<(usize, usize, Cell)>,
    /// Rows and columns at the top and left that stay in sight.
    pub frozen: (usize, usize),
    /// Widths of its columns, in letters; the last goes on.
    pub widths: Vec<f64>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Text, which no spreadsheet takes for a formula.
    Text(String, Role),
    /// A number.
    Number(f64, Format, Role),
    /// A formula without its sign, and its value.
    Formula(String, f64, Format, Role),
}

/// What a cell is for: its looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The title of a sheet.
    Title,
    /// The head of a column.
    Head,
    /// Words or computed figures.
    Plain,
    /// An input to change.
    Live,
    /// A figure of the program, which does not follow the inputs.
    Fixed,
    /// A result.
    Result,
}

/// How a number is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Whole US dollars.
    Usd,
    /// US dollars to a hundredth of a cent.
    UsdFine,
    /// A share in percent.
    Percent,
    /// A factor.
    Factor,
    /// A number of things.
    Quantity,
    /// A whole number.
    Count,
}

impl Workbook {
    /// The cell that a name such as `'Plans'!$B$10` is of.
    pub fn at(&self, name: &str) -> Option<&Cell> {
        let found = |grid: &Grid, row: usize, column: usize| grid.cell(row, column) == name;
        let all = self.sheets.iter().flat_map(|grid| grid.cells.iter().map(move |cell| (grid, cell)));
        let (_, (.., cell)) = all.into_iter().find(|(grid, (row, column, _))| found(grid, *row, *column))?;
        Some(cell)
    }
}

impl Grid {
    /// An empty sheet under a title.
    pub fn new(name: &str, title: &str) -> Self {
        let title = (0, 0, Cell::Text(title.to_owned(), Role::Title));
        Self { name: name.to_owned(), cells: vec![title], frozen: (0, 0), widths: Vec::new() }
    }

    /// Puts a cell.
    pub fn put(&mut self, row: usize, column: usize, cell: Cell) {
        self.cells.push((row, column, cell));
    }

    /// Puts words.
    pub fn words(&mut self, row: usize, column: usize, text: impl Into<String>, role: Role) {
        self.put(row, column, Cell::Text(text.into(), role));
    }

    /// A cell of this sheet as formulas of any sheet name it.
    pub fn cell(&self, row: usize, column: usize) -> String {
        format!("'{}'!{}", self.name, address(row, column))
    }

    /// Cells of a column, from row to row, both included.
    pub fn span(&self, column: usize, rows: (usize, usize)) -> String {
        format!("'{}'!{}:{}", self.name, address(rows.0, column), address(rows.1, column))
    }
}

/// A cell as formulas name it, fixed in both directions: `$B$3`.
pub fn address(row: usize, column: usize) -> String {
    format!("${}${}", letters(column), row + 1)
}

fn letters(column: usize) -> String {
    const ALPHABET: [char; 26] = [
        'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V',
        'W', 'X', 'Y', 'Z',
    ];
    let last = ALPHABET.get(column % 26).copied().unwrap_or('A');
    if column < 26 { last.to_string() } else { letters(column / 26 - 1) + &last.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_as_in_spreadsheets() {
        assert_eq!(
            [address(0, 0), address(9, 25), address(0, 26), address(1, 701)],
            ["$A$1", "$Z$10", "$AA$1", "$ZZ$2"]
        );
        assert_eq!(Grid::new("Cash 1", "").span(1, (2, 61)), "'Cash 1'!$B$3:$B$62");
    }
}
