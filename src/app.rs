//! The page as a whole: what stands where, and what is written outside of it.

use engine::codec::{Document, link};
use engine::report::evaluate_without_trees;

use crate::browser::timer::{Wait, after, forget, waits};
use crate::browser::{address, idle, intl, measure, memory, more, stop, storage};
use crate::kept;
use crate::page::{Origin, Page};
use crate::state::{AppState, BOOK, forget_earlier, sealed};
use crate::ui::act::Pace;
use crate::ui::draw::{self, Node, drawn, el, late, soon, svg};
use crate::ui::pieces::button;
use crate::ui::{
    act, answer, assumptions, charts, embed, flips, form, glance, moving, notices, offered, offers, over_time,
    own_book, present, published, question, scenarios, share, tables, vendor, ways,
};
use crate::words::frame as words;

/// Wait before the address bar and the storage follow an edit, in milliseconds: browsers limit how often the address
/// may change.
pub const SETTLE: u64 = 400;
/// Wait before the parts below the answer follow somebody who types or drags, in milliseconds.
const PAUSE: u64 = 120;
/// Wait before what stands around the answer follows somebody who types, in milliseconds: until the answer is painted.
const FRAME: u64 = 18;
/// How often the answer is worked out before somebody types: with fewer, browsers do not compile it for speed.
const REHEARSALS: u32 = 40;
/// Wait before the live region speaks, in milliseconds.
const SPEAK: u64 = 1_000;

/// Mounts the page.
pub fn start() {
    memory::reserve();
    stop::on_panic();
    let place = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id("app"));
    let Some(place) = place.and_then(|e| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(e).ok()) else {
        return;
    };
    let within = place.clone();
    // Leptos gives signals and effects their owner; what is seen is drawn.
    leptos::mount::mount_to(place, move || page(&within)).forget();
}

/// Draws the page and follows the state in everything that is outside of it.
fn page(place: &web_sys::HtmlElement) {
    let state = AppState::open();
    let embedded = place.get_attribute("data-embed");
    draw::mount(place, &embedded.as_ref().map_or_else(|| frame(state), |keys| embed::frame(state, keys)));
    // Until the rest of the program is there, only what somebody does on purpose is worth waiting for it.
    measure::listen(&act::EVENTS, move |event| {
        // Firefox ends the program in its middle where a page is left, and then tells it of that: nothing is to be done.
        if !state.is_free() {
            return;
        }
        if more::is_there() || matches!(event.type_().as_str(), "click" | "input" | "change" | "submit") {
            act::act(state, &event);
        }
    });
    charts::cost_curve::fit(state);
    draw_late(state);
    match embedded {
        Some(keys) => embed::follow(state, keys),
        None => follow_in_address(state),
    }
    speak(state);
}

/// Draws what is not the answer after it. What stands around it: while somebody types in the frame after the answer's, else
/// with it. The parts below: at once after a click, in a pause while somebody types or drags; where that pause does not
/// come soon they are dimmed until it does. The first time those wait for their part of the program.
fn draw_late(state: AppState) {
    more::when_there(move || {
        catch_up(state);
        idle::repeat(REHEARSALS, move || rehearse(state));
    });
    AppState::follow(Box::new(move || {
        drop(state.page());
        if more::is_there() {
            draw_in_turn(state);
        } else {
            draw::catch_up_soon();
        }
    }));
}

#[inline(never)] // a part of the program of its own (scripts/later.txt), as the next
fn draw_in_turn(state: AppState) {
    match act::pace() {
        Pace::Calm => return catch_up(state),
        Pace::Dragging => draw::catch_up_soon(),
        // Keys that come faster than frames must not keep it waiting.
        Pace::Typing if waits(Wait::Paint) => {}
        Pace::Typing => after(Wait::Paint, FRAME, Box::new(move || draw_soon(state))),
    }
    if waits(Wait::Draw) {
        measure::flag("data-behind", true);
    }
    after(Wait::Draw, PAUSE, Box::new(move || catch_up(state)));
}

/// Works the answer out once more, before somebody types: a browser compiles for speed what it has seen running. Returns
/// whether that is still of use.
fn rehearse(state: AppState) -> bool {
    let Some(page) = state.left().filter(|_| act::pace() == Pace::Calm) else { return false };
    let present = &page.document;
    std::hint::black_box(evaluate_without_trees(&present.scenario, page.book(), &present.edition)).is_ok()
}

fn draw_soon(state: AppState) {
    if state.is_free() {
        draw::catch_up_soon();
    }
}

fn catch_up(state: AppState) {
    if state.left().is_none() {
        return; // ended while it was changed: there is nothing to draw
    }
    forget(Wait::Draw);
    forget(Wait::Paint);
    draw::catch_up();
    forget_earlier();
    measure::flag("data-behind", false);
}

/// What stands where.
fn frame(state: AppState) -> Vec<Node> {
    let (method, proofs) = below(state);
    let kept = [scenarios::scenarios(state), own_book::own_book(state), share::share(state)];
    let below = proofs.into_iter().chain(kept).chain([method]);
    let proof = el("div.proof").children(below.map(late));
    let lead = el("div.lead").child(notices::notices(state)).children(above(state));
    let chart = soon(charts::cost_curve::cost_curve(state));
    let main = el("main.page").child(lead).child(chart).child(soon(form::form(state))).child(proof);
    vec![el("div.app").child(bar()).child(main).child(glance::glance(state)).into(), spoken(state)]
}

/// The question, the answer, and what stands right below it. In one place for the page and for frames, as the two
/// functions below: parts that are made in two would not be of the first part of the program (scripts/later.txt).
#[inline(never)]
pub fn above(state: AppState) -> [Node; 5] {
    let [vendor, published, offered] =
        [vendor::quote(state), published::published(state), offered::ask(state)].map(late);
    [soon(question::question(state)), vendor, answer::answer(state), published, offered]
}

/// The method, which stands last, and the parts that explain the answer.
#[inline(never)]
pub fn below(state: AppState) -> (Node, [Node; 8]) {
    let proofs = [
        ways::section(state),
        flips::section(state),
        present::present(state),
        over_time::over_time(state),
        moving::moving(state),
        tables::costs(state),
        offers::offers(state),
        assumptions::assumptions(state),
    ];
    (tables::method(state), proofs)
}

/// The live region.
pub fn spoken(state: AppState) -> Node {
    drawn(move || {
        let said = state.page().announcement.clone();
        vec![el("p.spoken role=status aria-live=polite aria-atomic=true").text(said).into()]
    })
}

/// The bar at the top.
fn bar() -> Node {
    let line = |d: &'static str, colour: &'static str| {
        svg("path fill=none stroke-width=3 stroke-linecap=round").attr("d", d).attr("stroke", colour)
    };
    // As public/icon.svg, inside the page: the page may be one file.
    let mark = svg("svg width=24 height=24 aria-hidden=true")
        .attr("viewBox", "0 0 32 32")
        .child(svg("rect width=32 height=32 rx=7 fill=#123f5c"))
        .child(line("M6 9C10 20 16 23 26 24", "#ffb454"))
        .child(line("M6 18H26", "#dfe9f0"))
        .child(svg("circle cx=13.2 cy=18 r=3 fill=#fff"));
    let links = el("nav")
        .attr("aria-label", words::ON_THIS_PAGE)
        .child(button("go", "share", words::SHARE))
        .child(button("go", "scenarios", words::SCENARIOS))
        .child(button("go", "method", words::METHOD));
    el("header.bar")
        .child(el("a.wordmark href=?").child(mark).text(words::RACK_OR_RENT))
        .child(el("p.promise").text(words::NOTHING_YOU_TYPE_LEAVES_THIS_PAGE))
        .child(links)
        .into()
}

/// Keeps the address bar and the working copy at what is on screen, a little behind.
fn follow_in_address(state: AppState) {
    let from_elsewhere = state.now().origin != Origin::Own || !address::read().query.is_empty();
    // One that could not be read whole stays as it came: loaded again it says so again.
    let whole = state.now().notices.iter().all(|notice| notice.parts.is_empty());
    if from_elsewhere && whole {
        address::replace(&state.now().link());
    }
    // A page can go at any time: what is on screen must not be lost with it.
    measure::listen(&["pagehide", "visibilitychange"], move |_| {
        storage::retry();
        // Writing is in the second part of the program: not to be waited for where there is nothing to write.
        if state.left().is_some_and(|page| !page.is_written()) {
            write_last(state);
        }
    });
    // On paper the answer stands with what it stands on; Firefox takes the page as it is when this returns.
    measure::listen(&["beforeprint"], move |_| {
        if state.is_free() {
            for fold in assumptions::ON_PAPER {
                state.edit().open_fold(fold);
            }
            catch_up(state);
        }
    });
    // Other windows of this browser keep scenarios in the same place.
    measure::listen(&["storage"], move |_| {
        if state.is_free() {
            kept::another_window(state);
        }
    });
    // A link put into the address of the open page is a visit of its own.
    measure::listen(&["hashchange"], move |_| {
        let link = address::read().fragment;
        if !state.is_free() {
            return;
        }
        if (link::is_link(&link) || link::page_key(&link, "preset").is_some()) && link != state.now().link() {
            write_outside(state);
            address::replace(&link);
            address::reload();
        }
    });
    more::when_there(move || {
        glance::watch(state);
        // Not worth waiting for with the first answer.
        if state.is_free() && !storage::works() {
            state.edit().say_storage_is_missing();
        }
    });
    AppState::follow(Box::new(move || {
        if !state.page().is_written() {
            after(Wait::Write, SETTLE, Box::new(move || write_soon(state)));
        }
    }));
}

/// Writes what has changed, unless the program was ended while it drew: then [`write_last`] does, as the page goes.
fn write_soon(state: AppState) {
    if state.is_free() {
        write_outside(state);
    }
}

/// Writes what has changed into the address bar and the storage.
///
/// A link somebody sent is not stored; what the user makes of it is, once it is changed.
fn write_outside(state: AppState) {
    if state.now().is_written() {
        return;
    }
    let mut page = state.quietly();
    address::replace(&page.link());
    let mut earlier = None;
    let held = storage::refuses();
    let mut lasts = !held;
    if page.written() {
        earlier = earlier_work(&page);
        lasts = keep_working(&mut page);
    }
    let is_kept = matches!(page.origin, Origin::Kept(_));
    drop(page);
    if let Some((work, window)) = earlier {
        state.edit().keep_earlier_work(&work, &window);
    }
    if lasts == held {
        state.edit().say_whether_it_lasts(lasts);
    }
    if is_kept {
        state.edit().keep_changes(false);
    }
}

/// The work of another window, with that window, which the working copy holds and writing would take away.
fn earlier_work(page: &Page) -> Option<(Document, String)> {
    let text = page.working.of_another(storage::stored_working())?;
    let link = storage::link_in(&text).filter(|text| link::is_link(text))?;
    Some((link::read(&link, &BOOK).document, storage::window_of_working()))
}

/// Keeps what is on screen as the working copy. Returns whether it outlives the page.
fn keep_working(page: &mut Page) -> bool {
    let link = link::write(&sealed(&page.document));
    let lasts = storage::keep_working(&link);
    page.working.wrote(storage::quoted(&link), storage::stored_working());
    lasts
}

/// Writes what has changed as the page goes. Firefox may have ended the program while it drew: what it held stays locked,
/// so the page is only read then, and the working copy written from it.
fn write_last(state: AppState) {
    let older = address::read().fragment;
    if state.is_free() {
        write_outside(state);
    } else if let Some(page) = state.left() {
        address::replace(&page.link());
        if page.is_own_work() {
            let earlier = earlier_work(&page);
            if let Some(kept) = earlier.and_then(|(work, window)| page.as_earlier_work(&work, &window)) {
                let _ = storage::keep(&kept, true);
            }
            storage::keep_working(&link::write(&sealed(&page.document)));
        }
    }
    storage::leave(&older);
}

/// Announces the verdict once inputs have settled.
fn speak(state: AppState) {
    let mut first = true;
    AppState::follow(Box::new(move || {
        if state.shown().is_none() {
            return;
        }
        if std::mem::take(&mut first) {
            return measure::mark("first-answer");
        }
        after(Wait::Speak, SPEAK, Box::new(move || say_verdict(state)));
    }));
}

fn say_verdict(state: AppState) {
    if state.is_free()
        && let Some(shown) = state.shown()
    {
        state.edit().announcement = engine::view::plain_text(&shown.answer.sentence, intl::figure);
    }
}
