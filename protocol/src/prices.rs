//! Reads files of prices: a user's price book, or a public catalogue of any length.

use std::io::{self, Read};

use engine::prices::{Catalogue, CatalogueProblem, Day, LONGEST_CATALOGUE, LONGEST_OWN, PriceBook};
use engine::text::decoded;
use serde::{Deserialize, Serialize};

/// What a file of prices is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PriceFile {
    /// A price book, as text, or something else.
    Book(String),
    /// A catalogue.
    Catalogue(Box<Catalogue>),
    /// A catalogue that cannot be used.
    Unusable(CatalogueProblem),
    /// Too long for a price book, and no catalogue.
    TooLong,
    /// It could not be read, and why.
    Unreadable(String),
}

/// Reads a file. `name` and `day` are as in [`PriceBook::catalogue`].
pub fn read_prices(contents: io::Result<Box<dyn Read>>, name: &str, day: Option<Day>) -> PriceFile {
    let mut bytes = Vec::new();
    // One byte more than is accepted shows that it is too long.
    let read = contents.and_then(|file| file.take(LONGEST_CATALOGUE as u64 + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        return PriceFile::Unreadable(error.to_string());
    }
    let text = decoded(&bytes);
    drop(bytes);
    match PriceBook::embedded().catalogue(&text, name, day) {
        Some(Ok(catalogue)) => PriceFile::Catalogue(Box::new(catalogue)),
        Some(Err(problem)) => PriceFile::Unusable(problem),
        None if text.len() > LONGEST_OWN => PriceFile::TooLong,
        None => PriceFile::Book(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\n";

    fn read(text: &str) -> PriceFile {
        read_prices(Ok(Box::new(io::Cursor::new(text.to_owned().into_bytes()))), "aws.csv", Day::parse("2026-11-20"))
    }

    #[test]
    fn catalogues_price_books_and_other_files_are_told_apart() {
        let row = "p5.48xlarge,H100,8.0,192.0,2048.0,,55.04,,us-east-1,a\n";
        let PriceFile::Catalogue(found) = read(&format!("{HEADER}{}", row.repeat(20_000))) else {
            panic!("a catalogue")
        };
        assert_eq!((found.rows, found.offers), (20_000, 1));
        // It survives the way to the page.
        let text = serde_json::to_string(&found).expect("text");
        assert_eq!(serde_json::from_str::<Catalogue>(&text).expect("a catalogue"), *found);
        assert_eq!(read(HEADER), PriceFile::Unusable(CatalogueProblem::NoOffers));
        let book = "id,provider,gpu,usd_per_gpu_hour\na,Acme,h100-sxm,2\n";
        assert_eq!(read(book), PriceFile::Book(book.to_owned()));
        assert_eq!(read(&format!("{book}{}", "x".repeat(LONGEST_OWN))), PriceFile::TooLong);
        let broken = read_prices(Err(io::Error::other("gone")), "aws.csv", None);
        assert_eq!(broken, PriceFile::Unreadable("gone".to_owned()));
    }
}
