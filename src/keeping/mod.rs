//! What is kept in the browser, and under which names: pure rules about texts, tested natively. `browser::storage` carries
//! them out.

pub mod page_file;
pub mod placement;
pub mod remembered;
pub mod steps;
pub mod stored;
pub mod vault;
pub mod visit;
pub mod working_copy;
