//! What the browser's storage holds: the keys, and what each text under them has to be.
//!
//! A stored text can be anything: cut short, written by another program, or edited. It is checked here before the page
//! uses it. Plain data, tested natively.

use engine::codec::collection::{Kept, named};
use engine::codec::link;
use engine::text::visible;
use serde_json::{Map, Value};

use super::remembered::{Meaning, entries};

/// Prefix of every key of this program: local storage is shared by all pages of the same origin.
pub const OURS: &str = "rack-or-rent/";
/// Prefix of the keys of scenarios.
pub const PREFIX: &str = "rack-or-rent/v1/scenario/";
/// Key of the order of the list.
pub const ORDER: &str = "rack-or-rent/v1/order";
/// Key of the working copy.
pub const WORKING: &str = "rack-or-rent/v1/working";
/// Key of the user's own price book.
pub const BOOK: &str = "rack-or-rent/v1/own-book";
/// Key of what printed names of GPUs mean, as the user explained them.
pub const GPU_NAMES: &str = "rack-or-rent/v1/gpu-names";
/// Key of which GPUs machines on bills have, as the user explained them.
pub const MACHINES: &str = "rack-or-rent/v1/machines";

/// A scenario as stored, with its last explicitly saved state if that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredScenario {
    /// The scenario.
    pub kept: Kept,
    /// Its file when the user last saved it.
    pub saved: Option<String>,
}

/// What a stored text is worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Worth {
    /// It can be read, or it is none of ours to judge.
    Whole,
    /// A part of it can be read: that part, as a text to store.
    Part(String),
    /// It cannot be read.
    Nothing,
}

/// What the text under a key is worth.
pub fn worth(key: &str, text: &str) -> Worth {
    let whole_if = |readable: bool| if readable { Worth::Whole } else { Worth::Nothing };
    match key {
        WORKING => whole_if(string(text).is_some_and(|text| link::is_link(&text))),
        BOOK => whole_if(string(text).is_some()),
        ORDER => whole_if(order(text).is_some()),
        GPU_NAMES => usable_part::<String>(text),
        MACHINES => usable_part::<(String, f64)>(text),
        key => whole_if(!key.starts_with(PREFIX) || scenario(key, text).is_some()),
    }
}

/// The readable entries of a list of names.
fn usable_part<T: Meaning>(text: &str) -> Worth {
    let Ok(Value::Object(all)) = serde_json::from_str(text) else { return Worth::Nothing };
    let usable = entries::<T>(&all);
    if usable.len() == all.len() {
        return Worth::Whole;
    }
    let usable: Map<String, Value> = usable.into_iter().map(|(name, meaning)| (name, meaning.value())).collect();
    if usable.is_empty() { Worth::Nothing } else { Worth::Part(Value::Object(usable).to_string()) }
}

/// The text in a stored JSON string; `None` if it is something else.
pub fn string(text: &str) -> Option<String> {
    serde_json::from_str(text).ok()
}

/// The user's order of ids; `None` if it is no list of texts.
pub fn order(text: &str) -> Option<Vec<String>> {
    serde_json::from_str(text).ok()
}

/// The scenario under a key; `None` if it lacks its name or file. Whether its file can be opened is for the codec.
pub fn scenario(key: &str, text: &str) -> Option<StoredScenario> {
    let value: Value = serde_json::from_str(text).ok()?;
    let text = |name: &str| value.get(name)?.as_str().map(ToOwned::to_owned);
    let id = key.strip_prefix(PREFIX).filter(|id| visible(id) == **id)?.to_owned();
    Some(StoredScenario { kept: Kept { id, name: named(&text("name")?), file: text("file")? }, saved: text("saved") })
}
