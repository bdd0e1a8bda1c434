//! The page as plain trees of elements that follow the state by difference.
//!
//! Leptos compiles every distinct view into code of its own, which costs more than all the rest of the page
//! (docs/dependencies.md has the measurement). The page is therefore drawn as data: a tree of [`Node`]s, its live parts
//! compared with what they were before, and only differences touch the page. Signals and effects stay Leptos's. Text
//! becomes text nodes and attributes are set by name from a fixed list in the code, so nothing of a link or file can
//! become markup.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;

use crate::state::AppState;

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// Text.
    Text(Cow<'static, str>),
    /// An element.
    Element(Element),
    /// A part that follows the state.
    Live(Live),
}

/// How a part of the page is drawn: nothing says that it looks as before.
type Draw = Rc<dyn Fn() -> Option<Vec<Node>>>;

/// Draws a part of the page out of the state.
#[derive(Clone)]
pub struct Live {
    draw: Draw,
    /// Whether it may come after what a person looks at while typing.
    late: bool,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Live")
    }
}

impl PartialEq for Live {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.draw, &other.draw)
    }
}

/// An element to draw. A pointer wide, so that building one moves little.
#[must_use]
#[derive(Clone, Debug, PartialEq)]
pub struct Element(Box<Parts>);

/// What an element is made of.
#[derive(Clone, Debug, PartialEq)]
struct Parts {
    tag: &'static str,
    svg: bool,
    attributes: Vec<(&'static str, Cow<'static, str>)>,
    children: Vec<Node>,
}

#[inline(never)] // called hundreds of times: one copy is enough
fn element(words: &'static str, svg: bool) -> Element {
    let mut words = words.split(' ');
    let tag = words.next().unwrap_or_default();
    let (tag, class) = tag.split_once('.').unwrap_or((tag, ""));
    let mut made = Element(Box::new(Parts { tag, svg, attributes: Vec::new(), children: Vec::new() }));
    if !class.is_empty() {
        made = made.class(class);
    }
    for (name, value) in words.filter_map(|word| word.split_once('=')) {
        made = made.attr(name, value);
    }
    made
}

/// An HTML element, such as `p.small` or `th scope=col`: its tag, its class, its attributes without blanks.
pub fn el(words: &'static str) -> Element {
    element(words, false)
}

/// An SVG element, told in the same way.
pub fn svg(words: &'static str) -> Element {
    element(words, true)
}

/// Text.
pub fn text(words: impl Into<Cow<'static, str>>) -> Node {
    Node::Text(words.into())
}

impl Element {
    /// With a class.
    pub fn class(self, class: impl Into<Cow<'static, str>>) -> Self {
        self.put("class", class.into())
    }

    /// With an attribute, in place of an earlier one of that name. `checked`, `value` and `selected` are set as the
    /// properties that a person changes.
    pub fn attr(self, name: &'static str, value: impl Into<Cow<'static, str>>) -> Self {
        self.put(name, value.into())
    }

    #[inline(never)]
    fn put(mut self, name: &'static str, value: Cow<'static, str>) -> Self {
        self.0.attributes.retain(|(kept, _)| *kept != name);
        self.0.attributes.push((name, value));
        self
    }

    /// With a number as an attribute, in canonical text.
    #[inline(never)]
    pub fn number(self, name: &'static str, value: f64) -> Self {
        self.put(name, engine::number::write(value).into())
    }

    /// With something inside.
    pub fn child(self, child: impl Into<Node>) -> Self {
        self.hold(child.into())
    }

    #[inline(never)]
    fn hold(mut self, child: Node) -> Self {
        self.0.children.push(child);
        self
    }

    /// With several things inside.
    pub fn children(mut self, children: impl IntoIterator<Item = Node>) -> Self {
        for child in children {
            self = self.hold(child);
        }
        self
    }

    /// With text inside.
    pub fn text(self, words: impl Into<Cow<'static, str>>) -> Self {
        self.hold(text(words))
    }
}

impl From<Element> for Node {
    fn from(element: Element) -> Self {
        Self::Element(element)
    }
}

/// A part of the page that is drawn anew whenever a signal it reads changes. For the page's frame: a drawn part holds
/// no other.
pub fn drawn(draw: impl Fn() -> Vec<Node> + 'static) -> Node {
    drawn_if(move || Some(draw()))
}

/// The same for a part that knows when it would look as before: nothing says so, and costs no comparison.
pub fn drawn_if(draw: impl Fn() -> Option<Vec<Node>> + 'static) -> Node {
    Node::Live(Live { draw: Rc::new(draw), late: false })
}

/// The same parts, drawn late: by [`catch_up`], once somebody who types or drags pauses. For whatever does not have to
/// follow each key.
#[must_use]
pub fn late(node: Node) -> Node {
    match node {
        Node::Live(live) => Node::Live(Live { late: true, ..live }),
        Node::Element(mut element) => {
            for child in &mut element.0.children {
                *child = late(std::mem::replace(child, Node::Text(Cow::Borrowed(""))));
            }
            Node::Element(element)
        }
        text @ Node::Text(_) => text,
    }
}

/// A part that is drawn: where, how, and what it looks like now.
struct Part {
    document: web_sys::Document,
    host: web_sys::Node,
    draw: Draw,
    before: Option<Vec<Node>>,
}

thread_local! {
    /// Parts that [`catch_up`] draws.
    static LATE: RefCell<Vec<Part>> = const { RefCell::new(Vec::new()) };
}

/// Draws all late parts as the state is now.
pub fn catch_up() {
    let mut parts = LATE.take();
    parts.iter_mut().for_each(Part::follow);
    LATE.with_borrow_mut(|all| all.extend(parts));
}

/// Draws the page's frame at the end of an element, and follows its live parts.
pub fn mount(place: &web_sys::Node, frame: &[Node]) {
    if let Some(document) = place.owner_document() {
        let _ = patch(&document, place, &[], frame);
    }
}

impl Part {
    /// Draws it as the state is now.
    fn follow(&mut self) {
        let Some(next) = (self.draw)() else { return };
        let follows = self.before.as_ref().and_then(|before| patch(&self.document, &self.host, before, &next));
        if follows.is_none() {
            // First time, or somebody else changed the page (an extension, a translator): draw it anew.
            self.host.set_text_content(None);
            let _ = patch(&self.document, &self.host, &[], &next);
        }
        self.before = Some(next);
    }
}

/// Makes `parent` hold `new` where it held `old`. Nothing when the page does not hold what it should.
///
/// Every question to the page costs more than comparing here: as few as can be are asked.
fn patch(document: &web_sys::Document, parent: &web_sys::Node, old: &[Node], new: &[Node]) -> Option<()> {
    match (old, new) {
        ([], []) => return Some(()),
        // Most figures. Whatever else stands there now, it holds the text after this.
        ([Node::Text(_)], [Node::Text(words)]) => {
            match parent.first_child().filter(|first| is_text(first) && first.next_sibling().is_none()) {
                Some(text) => text.set_node_value(Some(words)),
                None => parent.set_text_content(Some(words)),
            }
            return Some(());
        }
        _ => {}
    }
    let places = parent.child_nodes();
    // Where somebody took a node away, what follows stands in other places than it was drawn in.
    if usize::try_from(places.length()).ok()? < old.len() {
        return None;
    }
    let place = |index: usize| places.get(u32::try_from(index).ok()?);
    let (mut old, mut new, mut at) = (old, new, 0);
    loop {
        match (old, new) {
            ([], []) => return Some(()),
            ([_, kept @ ..], _) if is_gone(old, new) => {
                parent.remove_child(&place(at)?).ok()?;
                old = kept;
            }
            (_, [node, rest @ ..]) if is_gone(new, old) => {
                parent.insert_before(&make(document, node)?, place(at).as_ref()).ok()?;
                (new, at) = (rest, at + 1);
            }
            ([before, kept @ ..], [node, rest @ ..]) => {
                if before != node {
                    follow(document, parent, &place(at)?, (before, node))?;
                }
                (old, new, at) = (kept, rest, at + 1);
            }
            _ => return None, // what is left of one alone is gone or has come
        }
    }
}

/// Whether the first of some nodes is not among others: no more of those are left, or what they begin with stands further
/// down here. Where as many are left of both, each became what stands in its place.
fn is_gone(these: &[Node], others: &[Node]) -> bool {
    let more = these.len().saturating_sub(others.len());
    match (these, others) {
        ([first, rest @ ..], [other, ..]) if more > 0 && !alike(first, other) => {
            rest.iter().take(more).any(|next| alike(next, other))
        }
        ([_, ..], []) => true,
        _ => false,
    }
}

/// Whether two nodes are of a kind: texts, or elements of one tag and class.
#[inline(never)] // a part of the program of its own (scripts/later.txt)
fn alike(one: &Node, other: &Node) -> bool {
    fn class(parts: &Parts) -> Option<&str> {
        parts.attributes.iter().find(|(name, _)| *name == "class").map(|(_, class)| class.as_ref())
    }
    match (one, other) {
        (Node::Element(one), Node::Element(other)) => one.0.tag == other.0.tag && class(&one.0) == class(&other.0),
        (Node::Text(_), Node::Text(_)) => true,
        _ => one == other,
    }
}

/// Makes a place hold one node where it held another.
fn follow(
    document: &web_sys::Document,
    parent: &web_sys::Node,
    place: &web_sys::Node,
    (before, now): (&Node, &Node),
) -> Option<()> {
    match (before, now) {
        (Node::Element(before), Node::Element(now)) if now.0.tag == before.0.tag => {
            update(document, place, &before.0, &now.0)
        }
        (Node::Text(_) | Node::Live(_), Node::Text(words)) if is_text(place) => {
            place.set_node_value(Some(words));
            Some(())
        }
        _ => replace(document, parent, place, now),
    }
}

#[inline(never)] // a part of the program of its own (scripts/later.txt), as all that a first drawing does not need
fn replace(document: &web_sys::Document, parent: &web_sys::Node, place: &web_sys::Node, node: &Node) -> Option<()> {
    parent.replace_child(&make(document, node)?, place).ok().map(|_| ())
}

/// Whether a place holds a text, which can be given other words: a new text costs the browser its style and its line.
fn is_text(place: &web_sys::Node) -> bool {
    place.node_type() == web_sys::Node::TEXT_NODE
}

fn update(document: &web_sys::Document, place: &web_sys::Node, before: &Parts, now: &Parts) -> Option<()> {
    let element: &web_sys::Element = place.dyn_ref()?;
    for (name, _) in before.attributes.iter().filter(|(name, _)| now.attributes.iter().all(|(n, _)| n != name)) {
        element.remove_attribute(name).ok()?;
    }
    // What a person changes may no longer be as it was drawn: set anew where the element comes to stand for something else,
    // and only there, for a text that cannot be used stays as it was typed.
    let about = |parts: &'_ Parts| parts.attributes.iter().find(|(name, _)| *name == "data-about").cloned();
    let another = about(before) != about(now);
    let by_hand = |name: &str| another && matches!(name, "checked" | "value");
    for pair in now.attributes.iter().filter(|pair| by_hand(pair.0) || !before.attributes.contains(pair)) {
        set(element, pair.0, &pair.1);
    }
    if before.children == now.children {
        return Some(());
    }
    patch(document, place, &before.children, &now.children)
}

fn make(document: &web_sys::Document, node: &Node) -> Option<web_sys::Node> {
    let element = match node {
        Node::Text(words) => return Some(document.create_text_node(words).into()),
        Node::Element(element) => &element.0,
        Node::Live(live) => {
            let host = document.create_element("div").ok()?;
            host.set_class_name(if live.late { "drawn later" } else { "drawn" });
            let document = document.clone();
            let mut part = Part { document, host: host.clone().into(), draw: Rc::clone(&live.draw), before: None };
            if live.late {
                LATE.with_borrow_mut(|all| all.push(part));
            } else {
                AppState::follow(Box::new(move || part.follow()));
            }
            return Some(host.into());
        }
    };
    let made = if element.svg {
        document.create_element_ns(Some("http://www.w3.org/2000/svg"), element.tag)
    } else {
        document.create_element(element.tag)
    };
    let made = made.ok()?;
    for (name, value) in &element.attributes {
        set(&made, name, value);
    }
    for child in &element.children {
        made.append_child(&make(document, child)?).ok()?;
    }
    Some(made.into())
}

fn set(element: &web_sys::Element, name: &str, value: &str) {
    // What a person changes is asked for by its name first: what kind of element it is is a question to the page.
    match name {
        "checked" | "value" => {
            if let Some(input) = element.dyn_ref::<web_sys::HtmlInputElement>() {
                return if name == "checked" { input.set_checked(value == "true") } else { input.set_value(value) };
            }
        }
        "selected" => {
            if let Some(option) = element.dyn_ref::<web_sys::HtmlOptionElement>() {
                return option.set_selected(value == "true");
            }
        }
        _ => {}
    }
    let _ = element.set_attribute(name, value);
}
