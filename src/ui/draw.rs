//! The page as plain trees of elements that follow the state by difference.
//!
//! Leptos compiles every distinct view into code of its own, which costs more than all the rest of the page
//! (docs/dependencies.md has the measurement). The page is therefore drawn as data: a tree of [`Node`]s, its live parts
//! compared with what they were before, and only differences touch the page: all of a part's in one call ([`Steps`]),
//! since each call leaves something that the browser has to clear away. Signals and effects stay Leptos's. Text becomes
//! text nodes and attributes are set by name from a fixed list in the code, so nothing of a link or file can become markup.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;

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
    turn: Turn,
}

/// When a part follows the state.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Turn {
    /// With each change.
    Now,
    /// By [`catch_up_soon`].
    Soon,
    /// By [`catch_up`].
    Late,
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
    Node::Live(Live { draw: Rc::new(draw), turn: Turn::Now })
}

/// The same parts, drawn late: by [`catch_up`], once somebody who types or drags pauses. For whatever does not have to
/// follow each key.
#[must_use]
pub fn late(node: Node) -> Node {
    in_turn(node, Turn::Late)
}

/// The same parts, drawn by [`catch_up_soon`]: while somebody types, in the frame after the one with the answer. For
/// what follows each key and that the answer need not wait for.
#[must_use]
pub fn soon(node: Node) -> Node {
    in_turn(node, Turn::Soon)
}

/// Parts that have been given a turn keep it.
fn in_turn(node: Node, turn: Turn) -> Node {
    match node {
        Node::Live(live) if live.turn == Turn::Now => Node::Live(Live { turn, ..live }),
        Node::Element(mut element) => {
            for child in &mut element.0.children {
                *child = in_turn(std::mem::replace(child, Node::Text(Cow::Borrowed(""))), turn);
            }
            Node::Element(element)
        }
        other => other,
    }
}

/// A part that is drawn: where, how, and what it looks like now.
struct Part {
    host: web_sys::Node,
    draw: Draw,
    turn: Turn,
    before: Option<Vec<Node>>,
}

thread_local! {
    /// Parts that do not follow by themselves.
    static PARTS: RefCell<Vec<Part>> = const { RefCell::new(Vec::new()) };
}

/// Draws all parts as the state is now.
pub fn catch_up() {
    follow(Turn::Late);
}

/// Draws all parts but the late ones as the state is now.
pub fn catch_up_soon() {
    follow(Turn::Soon);
}

#[inline(never)] // one copy for both
fn follow(until: Turn) {
    let mut parts = PARTS.take();
    for part in &mut parts {
        if part.turn <= until {
            part.follow();
        }
    }
    PARTS.with_borrow_mut(|all| all.append(&mut parts));
}

/// Draws the page's frame at the end of an element, and follows its live parts.
pub fn mount(place: &web_sys::Node, frame: &[Node]) {
    let mut steps = Steps::default();
    for node in frame {
        steps.make(node);
    }
    steps.take(place);
}

impl Part {
    /// Draws it as the state is now.
    fn follow(&mut self) {
        let Some(next) = (self.draw)() else { return };
        let follows = self.before.as_ref().is_some_and(|before| {
            let mut steps = Steps::default();
            steps.patch(before, &next);
            steps.take(&self.host)
        });
        if !follows {
            // First time, or somebody else changed the page (an extension, a translator): draw it anew.
            let mut steps = Steps::default();
            steps.add(Step::Empty, 0);
            for node in &next {
                steps.make(node);
            }
            steps.take(&self.host);
        }
        self.before = Some(next);
    }
}

#[wasm_bindgen]
extern "C" {
    /// Carries out steps in an element (`public/boot.js`). Nothing where the page does not hold what it should; else the
    /// elements that live parts are drawn in.
    #[wasm_bindgen(js_name = rackOrRentDraw)]
    fn carry_out(host: &web_sys::Node, steps: &[u32], words: &str) -> Option<js_sys::Array>;
}

/// A step in the page, beginning at an element. With each comes a place among the children, or the length of its words.
/// `public/boot.js` goes by these numbers.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Step {
    /// Goes on only if there are so many children: where somebody took a node away, what follows stands elsewhere.
    Has,
    /// Into a child that is an element.
    Into,
    /// Back out of it.
    Out,
    /// Takes a child away.
    Remove,
    /// What is made next stands before this child, or behind all.
    Before,
    /// What is made next stands in place of this child.
    Instead,
    /// Makes a text.
    Text,
    /// Has the place hold other words: a text that is there is given them, since a new one costs the browser its style and
    /// its line.
    Words,
    /// Has an element hold one text and nothing else.
    Only,
    /// Makes an HTML element and goes into it; the words are its tag.
    Html,
    /// Makes an SVG element and goes into it.
    Svg,
    /// Out of an element that was made, which comes to its place now.
    Made,
    /// The name of the attribute that is set next.
    Name,
    /// Sets it. What a person changes is set as a property.
    Set,
    /// Removes an attribute.
    Unset,
    /// Makes the element that a live part is drawn in; the words are its class.
    Live,
    /// Takes all children away.
    Empty,
}

/// What is to change in an element of the page. Words stand apart from the steps and are told by their length, so that
/// none can be taken for a step.
#[derive(Default)]
struct Steps {
    todo: Vec<u32>,
    words: String,
    lives: Vec<Live>,
}

impl Steps {
    #[inline(never)] // called from everywhere: one copy is enough
    fn add(&mut self, step: Step, place: usize) {
        // No page has more places, and no text more letters.
        let place = u32::try_from(place).unwrap_or(u32::MAX);
        self.todo.extend([step as u32, place]);
    }

    /// A step with words. Their length as JavaScript counts it: two for what takes four bytes here.
    #[inline(never)]
    fn say(&mut self, step: Step, words: &str) {
        let letters = words.bytes().map(|byte| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0)).sum();
        self.add(step, letters);
        self.words.push_str(words);
    }

    /// Carries them out. Whether the page held what it should.
    fn take(self, host: &web_sys::Node) -> bool {
        if self.todo.is_empty() {
            return true;
        }
        let Some(hosts) = carry_out(host, &self.todo, &self.words) else { return false };
        for (live, host) in self.lives.into_iter().zip(hosts.iter()) {
            let mut part = Part { host: host.unchecked_into(), draw: live.draw, turn: live.turn, before: None };
            if part.turn == Turn::Now {
                AppState::follow(Box::new(move || part.follow()));
            } else {
                PARTS.with_borrow_mut(|all| all.push(part));
            }
        }
        true
    }

    /// Makes an element hold `new` where it held `old`.
    fn patch(&mut self, old: &[Node], new: &[Node]) {
        match (old, new) {
            ([], []) => return,
            // Most figures. Whatever else stands there now, it holds the text after this.
            ([Node::Text(before)], [Node::Text(words)]) => {
                if before != words {
                    self.say(Step::Only, words);
                }
                return;
            }
            _ => {}
        }
        self.add(Step::Has, old.len());
        let (mut old, mut new, mut at) = (old, new, 0);
        loop {
            match (old, new) {
                ([_, kept @ ..], _) if is_gone(old, new) => {
                    self.add(Step::Remove, at);
                    old = kept;
                }
                (_, [node, rest @ ..]) if is_gone(new, old) => {
                    self.add(Step::Before, at);
                    self.make(node);
                    (new, at) = (rest, at + 1);
                }
                ([before, kept @ ..], [node, rest @ ..]) => {
                    if before != node {
                        self.follow(at, before, node);
                    }
                    (old, new, at) = (kept, rest, at + 1);
                }
                _ => return, // what is left of one alone is gone or has come
            }
        }
    }

    /// Makes a place hold one node where it held another.
    fn follow(&mut self, at: usize, before: &Node, now: &Node) {
        match (before, now) {
            (Node::Element(before), Node::Element(now)) if now.0.tag == before.0.tag => {
                self.add(Step::Into, at);
                self.update(&before.0, &now.0);
                self.add(Step::Out, 0);
            }
            (Node::Text(_), Node::Text(words)) => {
                self.add(Step::Before, at);
                self.say(Step::Words, words);
            }
            _ => self.replace(at, now),
        }
    }

    #[inline(never)] // a part of the program of its own (scripts/later.txt), as all that a first drawing does not need
    fn replace(&mut self, at: usize, node: &Node) {
        self.add(Step::Instead, at);
        self.make(node);
    }

    fn update(&mut self, before: &Parts, now: &Parts) {
        for (name, _) in before.attributes.iter().filter(|(name, _)| now.attributes.iter().all(|(n, _)| n != name)) {
            self.say(Step::Unset, name);
        }
        // What a person changes may no longer be as it was drawn: set anew where the element comes to stand for something
        // else, and only there, for a text that cannot be used stays as it was typed.
        let about = |parts: &'_ Parts| parts.attributes.iter().find(|(name, _)| *name == "data-about").cloned();
        let another = about(before) != about(now);
        let by_hand = |name: &str| another && matches!(name, "checked" | "value");
        for pair in now.attributes.iter().filter(|pair| by_hand(pair.0) || !before.attributes.contains(pair)) {
            self.set(pair.0, &pair.1);
        }
        if before.children != now.children {
            self.patch(&before.children, &now.children);
        }
    }

    fn make(&mut self, node: &Node) {
        let element = match node {
            Node::Text(words) => return self.say(Step::Text, words),
            Node::Element(element) => &element.0,
            Node::Live(live) => {
                self.say(Step::Live, if live.turn == Turn::Late { "drawn later" } else { "drawn" });
                return self.lives.push(live.clone());
            }
        };
        self.say(if element.svg { Step::Svg } else { Step::Html }, element.tag);
        for (name, value) in &element.attributes {
            self.set(name, value);
        }
        for child in &element.children {
            self.make(child);
        }
        self.add(Step::Made, 0);
    }

    fn set(&mut self, name: &str, value: &str) {
        self.say(Step::Name, name);
        self.say(Step::Set, value);
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
