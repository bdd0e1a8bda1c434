//! A vendor's quote as written: entered as one sentence, applied in one step.

use std::fmt::Display;

use engine::analysis::claimed_saving::{ClaimedSum, claim};
use engine::inputs::vendor_quote::{QuotePart, VendorQuote, Wrong};
use engine::inputs::{Scenario, YearlyMethod};
use engine::units::Unit;
use engine::view::Style;
use leptos::prelude::*;

use crate::browser::dom;
use crate::browser::locale::Locale;
use crate::components::notice_list::NoticesAt;
use crate::components::{Later, When, filled_views};
use crate::state::second_part::in_the_second_part;
use crate::state::{Notice, NoticePlace, ScenarioStore, Workspace};
use crate::strings::{price_class, vendor_quote as strings};

in_the_second_part! {
    /// The form.
    open_form: view! { <OpenVendorQuoteForm/> }.into_any();
}

/// The label of a part, and the unit of its number; none for a part that is chosen.
fn field(part: QuotePart) -> (&'static str, Option<Unit>) {
    let (label, unit) = match part {
        QuotePart::Nodes => (strings::NODES, Unit::Nodes),
        QuotePart::GpusPerNode => (strings::GPUS_IN_A_NODE, Unit::Gpus),
        QuotePart::UsdPerNode => (strings::PRICE_OF_A_NODE, Unit::UsdPerNode),
        QuotePart::UsdPerYear => (strings::RUNNING_COST_A_YEAR, Unit::UsdPerYear),
        QuotePart::Years => (strings::YEARS_OF_USE, Unit::Years),
        QuotePart::Worth => (strings::RESIDUAL_VALUE, Unit::Share),
        QuotePart::CloudUsdPerGpuHour => (strings::CLOUD_PRICE, Unit::UsdPerGpuHour),
        QuotePart::GpusOfAJob => (strings::GPUS_OF_A_JOB, Unit::Gpus),
        QuotePart::DiscountRate => (strings::COST_OF_CAPITAL, Unit::SharePerYear),
        QuotePart::Claim => (strings::CLAIMED, Unit::Usd),
        QuotePart::SupportShare => (strings::SUPPORT, Unit::SharePerYear),
        QuotePart::ColocationUsdPerKwMonth => (strings::COLOCATION, Unit::UsdPerKwMonth),
        QuotePart::NetworkUsdPerNode => (strings::NETWORK, Unit::UsdPerNode),
        QuotePart::InstallationUsdPerNode => (strings::INSTALLATION, Unit::UsdPerNode),
        QuotePart::LeadMonths => (strings::DELIVERY, Unit::Months),
        QuotePart::TaxRate => (strings::TAX, Unit::Share),
        QuotePart::ContractedKw => (strings::CONTRACTED, Unit::Kilowatts),
        QuotePart::DepreciationYears => (strings::DEPRECIATION, Unit::Years),
        QuotePart::CloudNoSpotShare => (strings::CLOUD_NO_CAPACITY, Unit::Share),
        QuotePart::CloudInterruptions => (strings::CLOUD_INTERRUPTIONS, Unit::Ratio),
        QuotePart::Gpu => return (strings::GPU_OF_THE_QUOTE, None),
    };
    (label, Some(unit))
}

/// Parts a quote cannot do without: machines without a price would be free.
const NEEDED: [QuotePart; 2] = [QuotePart::Nodes, QuotePart::UsdPerNode];

/// The id of the element that holds a part.
fn element_id(part: QuotePart) -> String {
    match part {
        QuotePart::Gpu => GPU_ELEMENT.to_owned(),
        typed => format!("in-vendor-{}", typed.index()),
    }
}

/// The id of the list of GPUs.
const GPU_ELEMENT: &str = "in-vendor-gpu";

/// Something for each part.
type ByPart<T> = [T; QuotePart::ALL.len()];

/// Problems by part.
type Problems = Vec<(QuotePart, String)>;

/// The typed texts. They are kept for when the form opens next, even if its quote was undone.
#[derive(Clone, Copy)]
struct Typed {
    texts: RwSignal<ByPart<String>>,
    /// Id of the GPU; empty for that of the question.
    gpu: RwSignal<String>,
    /// Whether the rent for space includes electricity; `None` if the quote does not say.
    power_included: RwSignal<Option<bool>>,
    /// Whether the cloud it compares with is spot.
    cloud_is_spot: RwSignal<bool>,
    /// What sum the claimed saving is.
    claimed_sum: RwSignal<ClaimedSum>,
    wrong: RwSignal<Problems>,
}

/// The form; empty until opened.
#[component]
pub fn VendorQuoteForm() -> impl IntoView {
    let workspace = Workspace::expect();
    let typed = Typed {
        texts: RwSignal::new(Default::default()),
        gpu: RwSignal::new(String::new()),
        power_included: RwSignal::new(None),
        cloud_is_spot: RwSignal::new(false),
        claimed_sum: RwSignal::new(ClaimedSum::Undiscounted),
        wrong: RwSignal::new(Vec::new()),
    };
    provide_context(typed);
    view! {
        <When is=move || workspace.ui.vendor_open.get()><Later part=open_form/></When>
        <NoticesAt place=NoticePlace::VendorQuote/>
    }
}

/// The open form, with the texts in context.
#[component]
pub fn OpenVendorQuoteForm() -> impl IntoView {
    let (workspace, typed) = (Workspace::expect(), expect_context::<Typed>());
    let (scenario, locale) = (workspace.scenario, workspace.locale);
    let none = || Signal::stored(String::new());
    let money = move || Signal::derive(move || locale.code());
    let in_a_node = Signal::derive(move || locale.typed(scenario.with(|s| s.own.gpus_per_node.value), Unit::Gpus));
    // Depreciated for as long as they are used, unless the quote says otherwise.
    let years_of_use = Signal::derive(move || {
        typed.texts.with(|texts| texts.get(QuotePart::Years.index()).cloned().unwrap_or_default())
    });
    let gpu = move || {
        let typed = typed.gpu.get();
        let id = if typed.is_empty() { scenario.with(|s| s.work.gpu.clone()) } else { typed };
        workspace.prices.gpu_name(&id)
    };
    let amount = move |part| view! { <QuoteInput typed part placeholder=money()/> }.into_any();
    let short_amount = move |part| view! { <QuoteInput typed part few=true placeholder=money()/> }.into_any();
    let short = move |part| view! { <QuoteInput typed part few=true placeholder=none()/> }.into_any();
    let short_like = move |part, placeholder| view! { <QuoteInput typed part few=true placeholder/> }.into_any();
    let offer = filled_views(
        strings::OFFER,
        [
            ("nodes", short(QuotePart::Nodes)),
            ("gpus", short_like(QuotePart::GpusPerNode, in_a_node)),
            ("price", amount(QuotePart::UsdPerNode)),
            ("running", amount(QuotePart::UsdPerYear)),
            ("years", short(QuotePart::Years)),
            ("residual", short(QuotePart::Worth)),
        ],
    );
    let comparison = filled_views(
        strings::COMPARISON,
        [
            ("price", short_amount(QuotePart::CloudUsdPerGpuHour)),
            ("class", view! { <ClassOfCloud typed/> }.into_any()),
            ("job", short(QuotePart::GpusOfAJob)),
            ("capital", short(QuotePart::DiscountRate)),
            ("saving", amount(QuotePart::Claim)),
            ("sum", view! { <SumOfClaim typed/> }.into_any()),
        ],
    );
    let details = filled_views(
        strings::DETAILS,
        [
            ("gpu", view! { <GpuOfQuote typed/> }.into_any()),
            ("network", amount(QuotePart::NetworkUsdPerNode)),
            ("installation", amount(QuotePart::InstallationUsdPerNode)),
            ("delivery", short(QuotePart::LeadMonths)),
            ("support", short(QuotePart::SupportShare)),
            ("colocation", short_amount(QuotePart::ColocationUsdPerKwMonth)),
            ("contracted", short(QuotePart::ContractedKw)),
            ("electricity", view! { <PowerOfQuote typed/> }.into_any()),
            ("tax", short(QuotePart::TaxRate)),
            ("depreciation", short_like(QuotePart::DepreciationYears, years_of_use)),
        ],
    );
    view! {
        <form
            class="offer vendor"
            id="fold-vendor"
            aria-label=strings::A_VENDORS_QUOTE
            on:submit=|ev| ev.prevent_default()
        >
            <p class="offered">{offer}</p>
            <p class="offered">{comparison}</p>
            <p class="offered">{details}</p>
            <p class="small">{move || strings::explanation(&gpu())}</p>
            {move || {
                let wrong = typed.wrong.get();
                (!wrong.is_empty()).then(|| view! {
                    <ul class="error" id="vendor-wrong">
                        {wrong.into_iter().map(|(_, words)| view! { <li>{words}</li> }).collect_view()}
                    </ul>
                })
            }}
            <p class="buttons">
                <button type="button" data-action="take-vendor" on:click=move |_| take(workspace, typed, false)>
                    {strings::USE_WITH_OUR_ASSUMPTIONS}
                </button>
                <button type="button" class="plain" data-action="take-vendor-alone" on:click=move |_| take(workspace, typed, true)>
                    {strings::USE_ALONE}
                </button>
                <button type="button" class="plain" data-action="close-vendor" on:click=move |_| close(workspace, typed)>
                    {strings::CLOSE}
                </button>
            </p>
        </form>
    }
    .into_any()
}

/// The GPU of the quote: that of the question, or another with a machine to buy or to rent.
#[component]
fn GpuOfQuote(typed: Typed) -> impl IntoView {
    let workspace = Workspace::expect();
    let gpus =
        workspace.prices.published().gpus.iter().map(|gpu| (gpu.id.clone(), gpu.name.clone())).collect::<Vec<_>>();
    let options = gpus.into_iter().map(|(id, name)| {
        let value = id.clone();
        view! { <option value=value prop:selected=move || typed.gpu.with(|chosen| *chosen == id)>{name}</option> }
    });
    view! {
        <select
            id=GPU_ELEMENT
            aria-label=strings::GPU_OF_THE_QUOTE
            on:change:target=move |ev| typed.gpu.set(ev.target().value())
        >
            <option value="" prop:selected=move || typed.gpu.with(String::is_empty)>{strings::THAT_OF_THE_QUESTION}</option>
            {options.collect_view()}
        </select>
    }
    .into_any()
}

/// What sum the claimed saving is: it is compared with the same sum.
#[component]
fn SumOfClaim(typed: Typed) -> impl IntoView {
    let chosen = [
        ("undiscounted", ClaimedSum::Undiscounted, strings::UNDISCOUNTED),
        ("present-value", ClaimedSum::PresentValue, strings::AT_PRESENT_VALUE),
    ];
    let options = chosen.into_iter().map(|(id, value, label)| {
        view! { <option value=id prop:selected=move || typed.claimed_sum.get() == value>{label}</option> }
    });
    let set = move |id: String| {
        if let Some((_, value, _)) = chosen.into_iter().find(|(known, ..)| *known == id) {
            typed.claimed_sum.set(value);
        }
    };
    view! {
        <select id="in-vendor-sum" aria-label=strings::LABEL_CLAIMED_SUM on:change:target=move |ev| set(ev.target().value())>
            {options.collect_view()}
        </select>
    }
    .into_any()
}

/// Whether the cloud is on demand or spot; for spot, what finds no capacity and how often it is interrupted.
#[component]
fn ClassOfCloud(typed: Typed) -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let spot = typed.cloud_is_spot;
    let options = [(false, "on-demand", price_class::ON_DEMAND), (true, "spot", price_class::SPOT)];
    let options = options.into_iter().map(|(value, id, label)| {
        view! { <option value=id prop:selected=move || spot.get() == value>{label}</option> }
    });
    let usual_share = Signal::derive(move || locale.typed(scenario.with(|s| s.stops.no_spot_share.value), Unit::Share));
    let usual_rate = Signal::derive(move || locale.typed(scenario.with(|s| s.stops.spot_rate.value), Unit::Ratio));
    let rate = move || scenario.with(|s| s.stops.spot_kind);
    let short = move |part, placeholder| view! { <QuoteInput typed part few=true placeholder/> }.into_any();
    let terms = move || {
        filled_views(
            strings::SPOT_TERMS,
            [
                ("share", short(QuotePart::CloudNoSpotShare, usual_share)),
                ("number", short(QuotePart::CloudInterruptions, usual_rate)),
                ("of", (move || price_class::chance(rate())).into_any()),
            ],
        )
    };
    view! {
        <select
            id="in-vendor-cloud"
            aria-label=strings::CLASS_OF_CLOUD
            on:change:target=move |ev| spot.set(ev.target().value() == "spot")
        >
            {options.collect_view()}
        </select>
        <When is=spot>
            {terms()}
        </When>
    }
    .into_any()
}

/// Whether the rent for space includes electricity.
#[component]
fn PowerOfQuote(typed: Typed) -> impl IntoView {
    let chosen = [("", None), ("metered", Some(false)), ("included", Some(true))];
    let labels = [strings::NOT_STATED, strings::METERED_SEPARATELY, strings::IN_THE_RENT];
    let options = chosen.into_iter().zip(labels).map(|((id, value), label)| {
        view! { <option value=id prop:selected=move || typed.power_included.get() == value>{label}</option> }
    });
    let set = move |id: String| {
        let value = chosen.into_iter().find(|(known, _)| *known == id).and_then(|(_, value)| value);
        typed.power_included.set(value);
    };
    view! {
        <select id="in-vendor-power" aria-label=strings::ELECTRICITY on:change:target=move |ev| set(ev.target().value())>
            {options.collect_view()}
        </select>
    }
    .into_any()
}

#[component]
fn QuoteInput(
    typed: Typed,
    part: QuotePart,
    #[prop(optional)] few: bool,
    placeholder: Signal<String>,
) -> impl IntoView {
    let (label, _) = field(part);
    let wrong = Memo::new(move |_| typed.wrong.with(|all| all.iter().any(|(with, _)| *with == part)));
    let text = move || typed.texts.with(|texts| texts.get(part.index()).cloned().unwrap_or_default());
    let set = move |text: String| {
        typed.texts.update(|texts| {
            if let Some(place) = texts.get_mut(part.index()) {
                *place = text;
            }
        });
    };
    view! {
        <input
            type="text"
            inputmode="decimal"
            autocomplete="off"
            spellcheck="false"
            translate="no"
            class=few.then_some("few")
            id=element_id(part)
            aria-label=label
            placeholder=move || placeholder.get()
            prop:value=text
            aria-invalid=move || wrong.get().then_some("true")
            aria-describedby=move || wrong.get().then_some("vendor-wrong")
            on:input:target=move |ev| set(ev.target().value())
        />
    }
    .into_any()
}

/// The numbers in the fields in the engine's units, and the problems with them.
fn parse(typed: Typed, locale: Locale) -> (ByPart<Option<f64>>, Problems) {
    let mut wrong = Vec::new();
    let mut found: ByPart<Option<f64>> = Default::default();
    typed.texts.with_untracked(|texts| {
        for ((part, number), text) in QuotePart::ALL.into_iter().zip(&mut found).zip(texts) {
            let (label, Some(unit)) = field(part) else { continue };
            let text = text.trim();
            *number = locale.read_in(text, unit);
            if !text.is_empty() && number.is_none() {
                wrong.push((part, format!("{label} {}", strings::NOT_READABLE)));
            } else if number.is_none() && NEEDED.contains(&part) {
                wrong.push((part, format!("{label} {}", strings::NEEDS_A_NUMBER)));
            }
        }
    });
    (found, wrong)
}

/// The scenario with the quote applied, and the claimed saving.
///
/// Errors: every problem.
fn applied(workspace: Workspace, typed: Typed, alone: bool) -> Result<(Scenario, Option<f64>), Problems> {
    let (found, wrong) = parse(typed, workspace.locale);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let number = |part: QuotePart| found.get(part.index()).copied().flatten();
    let (document, gpu) = (workspace.scenario.document_untracked(), typed.gpu.get_untracked());
    let quote = VendorQuote {
        gpu: (!gpu.is_empty()).then_some(gpu.as_str()),
        edition: &document.edition,
        nodes: number(QuotePart::Nodes).unwrap_or(0.0),
        gpus_per_node: number(QuotePart::GpusPerNode),
        usd_per_node: number(QuotePart::UsdPerNode).unwrap_or(0.0),
        network_usd_per_node: number(QuotePart::NetworkUsdPerNode),
        installation_usd_per_node: number(QuotePart::InstallationUsdPerNode),
        lead_months: number(QuotePart::LeadMonths),
        support_share: number(QuotePart::SupportShare),
        colocation_usd_per_kw_month: number(QuotePart::ColocationUsdPerKwMonth),
        usd_per_year: number(QuotePart::UsdPerYear),
        years: number(QuotePart::Years),
        worth: number(QuotePart::Worth),
        cloud_usd_per_gpu_hour: number(QuotePart::CloudUsdPerGpuHour),
        cloud_is_spot: typed.cloud_is_spot.get_untracked(),
        cloud_no_spot_share: number(QuotePart::CloudNoSpotShare),
        cloud_interruptions: number(QuotePart::CloudInterruptions),
        gpus_of_a_job: number(QuotePart::GpusOfAJob),
        discount_rate: number(QuotePart::DiscountRate),
        tax_rate: number(QuotePart::TaxRate),
        contracted_kw: number(QuotePart::ContractedKw),
        power_included: typed.power_included.get_untracked(),
        depreciation_years: number(QuotePart::DepreciationYears),
        alone,
    };
    let named = |wrong: Wrong| (wrong.part, format!("{} {}", field(wrong.part).0, wrong.words));
    let claimed = number(QuotePart::Claim);
    let applied = quote.put_into(&document.scenario, &workspace.prices.published());
    applied.map(|scenario| (scenario, claimed)).map_err(|wrong| wrong.into_iter().map(named).collect())
}

/// Applies the quote to the scenario as one step, or reports its problems.
fn take(workspace: Workspace, typed: Typed, alone: bool) {
    let locale = workspace.locale;
    match applied(workspace, typed, alone) {
        Ok((scenario, claimed)) => {
            let own = &scenario.own;
            let price = locale.figure(own.node_price_usd.value, Style::Usd);
            let months = locale.figure(scenario.time.horizon_months.value, Style::Count);
            let has_running_cost = own.yearly_method == YearlyMethod::Amount;
            let before = workspace.scenario.document_untracked().scenario.work.gpu_hours_per_month.value;
            let after = scenario.work.gpu_hours_per_month.value;
            let work = (after != before).then(|| locale.figure(after, Style::Count));
            let work = work.as_ref().map(|hours| hours as &dyn Display);
            let told = strings::applied(
                &locale.figure(own.gpus.value, Style::Count),
                &price,
                &months,
                work,
                (alone, has_running_cost),
            );
            workspace.scenario.replace(&scenario);
            close(workspace, typed);
            let claimed = claimed.map(|usd| against_the_claim(workspace, usd, typed.claimed_sum.get_untracked()));
            workspace.notices.say(Notice::at(NoticePlace::VendorQuote, told, claimed.into_iter().collect()));
            // The pressed button is gone with the form; the focus also brings the message into sight, which may stand above it.
            dom::focus_if_lost_soon(NoticePlace::VendorQuote.id());
        }
        Err(wrong) => {
            let first = wrong.first().map(|(part, _)| element_id(*part));
            typed.wrong.set(wrong);
            if let Some(id) = first {
                dom::focus_soon(id);
            }
        }
    }
}

/// The claimed saving beside the computed one, and what would have to hold for it.
fn against_the_claim(workspace: Workspace, usd: f64, sum: ClaimedSum) -> String {
    let locale = workspace.locale;
    let document = workspace.scenario.document_untracked();
    let claimed = locale.figure(usd, Style::UsdShort);
    let book = workspace.prices.book_untracked();
    let Some(found) = claim(&document.scenario, &book, &document.edition, usd, sum) else {
        return strings::claim_without_comparison(&claimed);
    };
    let saving = |usd: f64| strings::owning_against_renting(&locale.figure(usd.abs(), Style::UsdShort), usd < 0.0);
    let computed = match sum {
        ClaimedSum::Undiscounted => strings::claim_undiscounted(
            &saving(found.saving_usd),
            &saving(found.present_value_usd),
            found.turns_when_discounted(),
        ),
        ClaimedSum::PresentValue => strings::claim_at_present_value(&saving(found.present_value_usd)),
    };
    let busy = match found.busy_share {
        Some(share) => strings::claim_at_use(&locale.figure(share, Style::PercentFine)),
        None => strings::NO_UTILIZATION_HIGH_ENOUGH.to_owned(),
    };
    let price = found
        .usd_per_gpu_hour
        .map_or_else(String::new, |usd| strings::claim_at_price(&locale.figure(usd, Style::UsdPerHour)));
    strings::claim(&claimed, &computed, &format!("{busy}{price}"))
}

/// Closes the form.
fn close(workspace: Workspace, typed: Typed) {
    workspace.ui.vendor_open.set(false);
    typed.wrong.set(Vec::new());
}
