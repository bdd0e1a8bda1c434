//! Names kept once: users, accounts, partitions, types, labels.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The id of the empty name.
pub const NO_NAME: u32 = 0;
/// Between the parts of a name that has several.
pub const SEPARATOR: char = '\u{1f}';
/// Longest name kept, in bytes; a longer one is cut.
const LONGEST: usize = 200;
/// Types of GPUs kept of a record; a column with more is none of types.
pub const MOST_TYPES: usize = 1_000;
/// A slot without a name.
const FREE: u32 = u32::MAX;

/// Names with ids from 0 in the order they were first seen. Id 0 is the empty name.
///
/// A hash table with open addressing and a fixed hash function (FNV-1a): ids depend on the order of the names alone.
#[derive(Clone, Debug)]
pub struct Names {
    slots: Vec<u32>,
    texts: Vec<Box<str>>,
    /// The name that was asked for last: rows repeat them.
    last: u32,
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Self { slots: vec![FREE; 16], texts: Vec::new(), last: NO_NAME };
        names.find_or_add(b"", 1, false);
        names
    }
}

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.texts.serialize(serializer)
    }
}

impl<'d> Deserialize<'d> for Names {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        let mut texts = Vec::<Box<str>>::deserialize(deserializer)?;
        for text in &mut texts {
            *text = clean(text, true).into();
        }
        // The empty name is always there.
        match texts.first_mut() {
            Some(first) => *first = "".into(),
            None => texts.push("".into()),
        }
        let slots = vec![FREE; (texts.len() * 2).next_power_of_two().max(8)];
        let mut names = Self { slots, texts, last: NO_NAME };
        names.grow();
        Ok(names)
    }
}

impl Names {
    /// The id of a name, which is added if it is new. Blanks around it do not count; what is not UTF-8 is replaced, and what
    /// cannot be seen is left out.
    pub fn id(&mut self, name: &[u8]) -> u32 {
        self.id_among(name, FREE as usize - 1)
    }

    /// The same, but no name is added to a table of `most`: the id is that of the empty name then.
    pub fn id_among(&mut self, name: &[u8], most: usize) -> u32 {
        self.place(name, most, false)
    }

    /// The id of several names in one, set apart by [`SEPARATOR`].
    pub fn id_of_parts(&mut self, names: &[u8]) -> u32 {
        self.place(names, FREE as usize - 1, true)
    }

    fn place(&mut self, name: &[u8], most: usize, has_parts: bool) -> u32 {
        let name = name.trim_ascii();
        if name.is_empty() {
            return NO_NAME;
        }
        if self.name(self.last).as_bytes() != name {
            self.last = self.find_or_add(name, most, has_parts);
        }
        self.last
    }

    fn find_or_add(&mut self, name: &[u8], most: usize, has_parts: bool) -> u32 {
        let mut slot = match self.slot(name.get(..LONGEST).unwrap_or(name)) {
            Ok(id) => return id,
            Err(slot) => slot,
        };
        let is_plain = |byte: &u8| (b' '..=b'~').contains(byte) || (has_parts && char::from(*byte) == SEPARATOR);
        let is_clean = name.len() <= LONGEST && name.iter().all(is_plain);
        let text = String::from_utf8_lossy(name);
        let text = if is_clean { text } else { clean(&text, has_parts).into() };
        if !is_clean {
            slot = match self.slot(text.as_bytes()) {
                Ok(id) => return id,
                Err(slot) => slot,
            };
        }
        if self.texts.len() >= most {
            return NO_NAME;
        }
        let id = u32::try_from(self.texts.len()).unwrap_or(NO_NAME);
        self.texts.push(text.into());
        if let Some(free) = self.slots.get_mut(slot) {
            *free = id;
        }
        if self.texts.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    /// The id of a name, or the slot where it belongs.
    fn slot(&self, name: &[u8]) -> Result<u32, usize> {
        let hash = name.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let mask = self.slots.len() - 1;
        #[allow(clippy::cast_possible_truncation)]
        let mut at = (hash ^ (hash >> 32)) as usize & mask;
        loop {
            match self.slots.get(at) {
                Some(&id) if id != FREE => {
                    if self.name(id).as_bytes() == name {
                        return Ok(id);
                    }
                }
                _ => return Err(at),
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; self.slots.len() * 2];
        for id in 0..self.texts.len() {
            let found = self.texts.get(id).map(|text| self.slot(text.as_bytes()));
            if let (Some(Err(slot)), Ok(id)) = (found, u32::try_from(id))
                && let Some(free) = self.slots.get_mut(slot)
            {
                *free = id;
            }
        }
    }

    /// The id of a name that is there.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.slot(name.as_bytes()).ok()
    }

    /// The name of an id; empty if there is none.
    pub fn name(&self, id: u32) -> &str {
        self.texts.get(id as usize).map_or("", |name| name)
    }

    /// How many names there are, the empty one included.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is no name but the empty one.
    pub fn is_empty(&self) -> bool {
        self.texts.len() == 1
    }

    /// All names in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|text| &**text)
    }

    /// For each id of `other`, the id here, where its names are added.
    pub fn take_in(&mut self, other: &Self) -> Vec<u32> {
        other.texts.iter().map(|name| self.id_of_parts(name.as_bytes())).collect()
    }

    /// The same, but no name is added to a table of `most`: see [`Names::id_among`].
    pub fn take_in_among(&mut self, other: &Self, most: usize) -> Vec<u32> {
        other.texts.iter().map(|name| self.place(name.as_bytes(), most, true)).collect()
    }
}

/// A name that can be displayed, at most [`LONGEST`] bytes long.
fn clean(name: &str, has_parts: bool) -> String {
    let is_kept = |c: &char| !crate::text::is_hidden(*c) || (has_parts && *c == SEPARATOR);
    let mut text: String = name.chars().filter(is_kept).collect::<String>().trim().to_owned();
    while text.len() > LONGEST {
        text.pop();
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_id_and_ids_of_two_tables_are_joined() {
        let mut one = Names::default();
        let (a, b) = (one.id(b" anna "), one.id(b"ben"));
        assert_eq!([a, b, one.id(b"anna"), one.id(b"")], [1, 2, 1, NO_NAME]);
        assert_eq!(one.name(a), "anna");
        let mut two = Names::default();
        let c = two.id(b"ben");
        assert_eq!(two.take_in(&one), [NO_NAME, 2, c]);
        assert_eq!(two.find("anna"), Some(2));
        assert_eq!((two.find("carl"), two.len()), (None, 3));
        // Not UTF-8, and longer than what is kept.
        let odd = two.id(b"\xff\xfe");
        assert_eq!((two.id(b"\xff\xfe"), two.name(odd)), (odd, "\u{fffd}\u{fffd}"));
        let long = two.id(&[0xc3; 500]);
        assert_eq!(two.id(&[0xc3; 500]), long);
        assert_eq!(two.id_among(b"dora", 5), NO_NAME);
        // What turns text around is left out.
        assert_eq!(two.id("an\u{202e}na".as_bytes()), two.id(b"anna"));
    }

    #[test]
    fn many_names_keep_their_ids() {
        let mut names = Names::default();
        let ids: Vec<u32> = (0..10_000).map(|n| names.id(format!("user{n}").as_bytes())).collect();
        assert_eq!(ids, (1..=10_000).collect::<Vec<u32>>());
        assert!((0..10_000).all(|n| names.find(&format!("user{n}")) == Some(n + 1)));
    }
}
