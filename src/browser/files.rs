//! Opens and saves files.

use engine::prices::Day;
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement,
    HtmlInputElement, Url,
};

use super::clock;
use crate::strings::measured_files as strings;

/// A file input.
pub type FileInput = HtmlInputElement;

/// PNG pixels per SVG pixel: sharp in print too.
const SHARPNESS: u32 = 2;

/// Offers a text as a file to save. Returns whether the browser was asked; a frame may still forbid it.
pub fn save(name: &str, kind: &str, text: &str) -> bool {
    offer(name, kind, text).is_ok()
}

fn offer(name: &str, kind: &str, text: &str) -> Result<(), JsValue> {
    let url = address(kind, text)?;
    click(name, &url)?;
    Url::revoke_object_url(&url)
}

/// A blob URL for a text, valid until revoked.
fn address(kind: &str, text: &str) -> Result<String, JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
    Url::create_object_url_with_blob(&blob)
}

/// The same for bytes.
pub fn save_bytes(name: &str, kind: &str, bytes: &JsValue) -> bool {
    let offer = || {
        let options = BlobPropertyBag::new();
        options.set_type(kind);
        let blob = Blob::new_with_u8_array_sequence_and_options(&js_sys::Array::of1(bytes), &options)?;
        let url = Url::create_object_url_with_blob(&blob)?;
        click(name, &url)?;
        Url::revoke_object_url(&url)
    };
    offer().is_ok()
}

/// Offers the contents of a URL as a file to save. Returns whether the browser was asked.
pub fn follow(name: &str, url: &str) -> bool {
    click(name, url).is_ok()
}

fn click(name: &str, url: &str) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|w| w.document()).ok_or(JsValue::NULL)?;
    let anchor: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
    anchor.set_href(url);
    anchor.set_download(name);
    anchor.click();
    Ok(())
}

/// Offers an SVG as a PNG to save. Returns whether the browser was asked.
pub async fn save_png(name: &str, svg: &str) -> bool {
    png(svg).await.is_some_and(|png| follow(name, &png))
}

/// An SVG as a PNG, in a `data:` URL: the browser draws it on a canvas. The picture is loaded from a `blob:` URL, which
/// the page's policy allows for images.
pub async fn png(svg: &str) -> Option<String> {
    let url = address("image/svg+xml", svg).ok()?;
    let drawn = draw(&url).await;
    let _ = Url::revoke_object_url(&url);
    drawn.ok()
}

/// The picture at a URL as a PNG in a `data:` URL.
async fn draw(url: &str) -> Result<String, JsValue> {
    let image = HtmlImageElement::new()?;
    let loaded = js_sys::Promise::new(&mut |done, failed| {
        image.set_onload(Some(&done));
        image.set_onerror(Some(&failed));
    });
    image.set_src(url);
    JsFuture::from(loaded).await?;
    let document = web_sys::window().and_then(|w| w.document()).ok_or(JsValue::NULL)?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.dyn_into()?;
    let (width, height) = (image.width() * SHARPNESS, image.height() * SHARPNESS);
    canvas.set_width(width);
    canvas.set_height(height);
    let context: CanvasRenderingContext2d = canvas.get_context("2d")?.ok_or(JsValue::NULL)?.dyn_into()?;
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, f64::from(width), f64::from(height))?;
    canvas.to_data_url()
}

/// A file that the user chose.
pub type FileHandle = web_sys::File;

/// Bytes of one piece that the page reads itself.
const PIECE: f64 = 8.0 * 1_024.0 * 1_024.0;

/// What a worker reads.
#[derive(Clone)]
pub enum FileContents {
    /// The file, read by the worker.
    File(FileHandle),
    /// What the page has read of it, in pieces.
    Buffers(js_sys::Array),
    /// One of the examples that the worker has.
    Example,
    /// The file is no longer as it was when it was chosen.
    Changed,
}

impl FileContents {
    /// The file, where the worker is to read it.
    pub fn file(&self) -> Option<FileHandle> {
        if let Self::File(file) = self { Some(file.clone()) } else { None }
    }

    /// The same for a message to the worker.
    pub fn message(&self) -> JsValue {
        match self {
            Self::File(file) => file.into(),
            Self::Buffers(buffers) => buffers.into(),
            Self::Example => JsValue::NULL,
            Self::Changed => protocol::CHANGED.into(),
        }
    }
}

/// Most characters shown of the name of a file: file systems allow 255.
const LONGEST_NAME: usize = 255;

/// The name of a file as it is shown, stored and passed on: nothing in it is invisible or changes the direction of text.
/// A name can look like another otherwise: `gnp.exe` behind U+202E reads `exe.png`.
fn name_of(file: &FileHandle) -> String {
    let name = engine::text::plain(&file.name(), LONGEST_NAME);
    if name.trim().is_empty() { strings::FILE_WITHOUT_A_NAME.to_owned() } else { name }
}

/// The name of a file, and its size in bytes.
pub fn name_and_size(file: &FileHandle) -> (String, f64) {
    (name_of(file), file.size())
}

/// All files chosen in an input.
pub fn chosen_files(input: &FileInput) -> Vec<FileHandle> {
    let found = listed(input.files());
    input.set_value(""); // so that the same file can be chosen again
    found
}

/// The files that were dropped.
pub fn dropped_files(event: &web_sys::DragEvent) -> Vec<FileHandle> {
    event.prevent_default();
    listed(event.data_transfer().and_then(|data| data.files()))
}

fn listed(files: Option<web_sys::FileList>) -> Vec<FileHandle> {
    let Some(files) = files else { return Vec::new() };
    (0..files.length()).filter_map(|place| files.get(place)).collect()
}

/// What a worker may not read is read here (WebKit, from disk). What cannot be read here either is no longer as it was when
/// it was chosen: no part of it counts.
pub async fn contents_read_here(file: &FileHandle) -> FileContents {
    buffers(file).await.map_or(FileContents::Changed, FileContents::Buffers)
}

/// The contents of a file, read piece by piece; `None` if a part of it cannot be read.
async fn buffers(file: &FileHandle) -> Option<js_sys::Array> {
    let found = js_sys::Array::new();
    let mut at = 0.0;
    while at < file.size() {
        let end = (at + PIECE).min(file.size());
        let piece = file.slice_with_f64_and_f64(at, end).ok()?;
        let buffer: js_sys::ArrayBuffer = JsFuture::from(piece.array_buffer()).await.ok()?.dyn_into().ok()?;
        if f64::from(buffer.byte_length()) < end - at {
            return None;
        }
        found.push(&buffer);
        at = end;
    }
    Some(found)
}

/// The file chosen in an input.
pub fn chosen_file(input: &FileInput) -> Option<FileHandle> {
    chosen_files(input).into_iter().next()
}

/// The text of the chosen file; `None` if none was chosen or it cannot be read.
pub async fn chosen_text(input: FileInput) -> Option<String> {
    text(&chosen_file(&input)?).await
}

/// The text of a file; `None` if it cannot be read.
pub async fn text(file: &FileHandle) -> Option<String> {
    let bytes = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(engine::text::decoded(&Uint8Array::new(&bytes).to_vec()))
}

/// The size of a file, in bytes.
pub fn whole_bytes(file: &FileHandle) -> u64 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // sizes of files are whole and positive
    let bytes = file.size() as u64;
    bytes
}

/// When a file was last changed, in milliseconds since 1970.
pub fn modified(file: &FileHandle) -> f64 {
    file.last_modified()
}

/// The day on which a file was last changed in the reader's time zone; `None` if the browser gives no plausible date.
pub fn day(file: &FileHandle) -> Option<Day> {
    clock::day_of(&js_sys::Date::new(&file.last_modified().into()))
}
