//! Names kept once: users, accounts, partitions, types, labels.

use std::collections::BTreeMap;

/// The id of the empty name.
pub const NO_NAME: u32 = 0;
/// Longest name kept, in bytes; a longer one is cut.
const LONGEST: usize = 200;

/// Names with ids from 0 in the order they were first seen. Id 0 is the empty name.
#[derive(Clone, Debug)]
pub struct Names {
    ids: BTreeMap<Box<[u8]>, u32>,
    texts: Vec<Box<str>>,
    /// The name asked for last: files repeat names.
    last: (Vec<u8>, u32),
}

impl Default for Names {
    fn default() -> Self {
        let ids = BTreeMap::from([(Box::default(), NO_NAME)]);
        Self { ids, texts: vec![Box::default()], last: (Vec::new(), NO_NAME) }
    }
}

impl Names {
    /// The id of a name, which is added if it is new. Blanks around it do not count; bytes that are not UTF-8 are replaced.
    pub fn id(&mut self, name: &[u8]) -> u32 {
        let name = name.trim_ascii();
        let name = name.get(..LONGEST).unwrap_or(name);
        if self.last.0 == name {
            return self.last.1;
        }
        let id = if let Some(id) = self.ids.get(name) {
            *id
        } else {
            let id = u32::try_from(self.texts.len()).unwrap_or(NO_NAME);
            self.ids.insert(name.into(), id);
            self.texts.push(String::from_utf8_lossy(name).into());
            id
        };
        self.last.0.clear();
        self.last.0.extend_from_slice(name);
        self.last.1 = id;
        id
    }

    /// The id of a name that is there.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.ids.get(name.as_bytes()).copied()
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

    /// For each id of `other`, the id here, where its names are added.
    pub fn take_in(&mut self, other: &Self) -> Vec<u32> {
        other.texts.iter().map(|name| self.id(name.as_bytes())).collect()
    }
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
    }
}
