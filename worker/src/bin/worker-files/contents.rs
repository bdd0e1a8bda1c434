//! The contents of a file as a reader: a `File`, read piece by piece, or buffers that the page has read.

use std::io::{self, Cursor, Read};

use engine::measured::FileChanged;
use js_sys::{Array, ArrayBuffer, Uint8Array};
use protocol::CHANGED;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, FileReaderSync};

/// A reader of the contents.
///
/// Errors: the browser has no reader of files here, or the page found that the file changed.
pub(super) fn open(contents: &JsValue) -> io::Result<Box<dyn Read>> {
    if contents.as_string().as_deref() == Some(CHANGED) {
        return Err(io::Error::other(FileChanged));
    }
    if let Some(file) = contents.dyn_ref::<Blob>() {
        let reader = FileReaderSync::new().map_err(|error| failed(&error))?;
        return Ok(Box::new(FileInPieces { file: file.clone(), reader, at: 0.0 }));
    }
    let bytes: Vec<u8> = buffers(contents).flat_map(|buffer| Uint8Array::new(&buffer).to_vec()).collect();
    Ok(Box::new(Cursor::new(bytes)))
}

/// The buffers that the page has read; none where the contents are an example's.
fn buffers(contents: &JsValue) -> impl Iterator<Item = ArrayBuffer> {
    let all = contents.dyn_ref::<Array>().map(|all| all.iter().collect()).unwrap_or_default();
    Vec::into_iter(all).filter_map(|buffer: JsValue| buffer.dyn_into().ok())
}

/// A file that is read as far as it is asked for.
struct FileInPieces {
    file: Blob,
    reader: FileReaderSync,
    at: f64,
}

impl Read for FileInPieces {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let wanted = u32::try_from(into.len()).unwrap_or(u32::MAX);
        let end = (self.at + f64::from(wanted)).min(self.file.size());
        if end <= self.at {
            return Ok(0);
        }
        let piece = self.file.slice_with_f64_and_f64(self.at, end).map_err(|error| failed(&error))?;
        let buffer: JsValue = self.reader.read_as_array_buffer(&piece).map_err(|error| failed(&error))?.into();
        let bytes = Uint8Array::new(&buffer);
        let read = bytes.length().min(wanted);
        if f64::from(read) < end - self.at {
            return Err(io::Error::other(FileChanged)); // it is shorter than it was
        }
        let Some(room) = into.get_mut(..read as usize) else { return Ok(0) };
        bytes.slice(0, read).copy_to(room);
        self.at += f64::from(read);
        Ok(read as usize)
    }
}

fn failed(error: &JsValue) -> io::Error {
    let message = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    io::Error::other(message.unwrap_or_else(|| format!("{error:?}")))
}
