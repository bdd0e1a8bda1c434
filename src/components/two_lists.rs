//! Two lists of the same things, of which two different ones are chosen.

use leptos::prelude::*;

/// Id and label of a thing that a list offers.
pub type Listed = (&'static str, &'static str);

/// The two lists. What one list shows and is chosen in the other changes places with it.
#[component]
pub fn TwoLists(
    /// Ids and labels of both lists.
    lists: [Listed; 2],
    /// What both offer.
    #[prop(into)]
    offers: Signal<Vec<Listed>>,
    /// The ids that are chosen.
    #[prop(into)]
    chosen: Signal<Option<[&'static str; 2]>>,
    /// Chooses two others.
    choose: Callback<[&'static str; 2]>,
) -> impl IntoView {
    let list = move |place: usize, (element, label): Listed| {
        let now = move || chosen.get().and_then(|ids| ids.get(place).copied());
        let change = move |value: String| {
            let Some([first, second]) = chosen.get_untracked() else { return };
            let Some((id, _)) = offers.get_untracked().into_iter().find(|(id, _)| *id == value) else { return };
            let (mine, theirs) = if place == 0 { (first, second) } else { (second, first) };
            let theirs = if theirs == id { mine } else { theirs };
            choose.run(if place == 0 { [id, theirs] } else { [theirs, id] });
        };
        view! {
            <label for=element>{label}</label>
            <select id=element data-field=element on:change:target=move |ev| change(ev.target().value())>
                {move || offers.get().into_iter().map(|(id, label)| view! {
                    <option value=id prop:selected=move || now() == Some(id)>{label}</option>
                }).collect_view()}
            </select>
        }
    };
    let [first, second] = lists;
    view! { <div class="way-head">{list(0, first)}{list(1, second)}</div> }.into_any()
}
