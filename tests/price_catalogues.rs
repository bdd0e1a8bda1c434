//! Price catalogues of SkyPilot and gpuhunt as a price book of the user's own.
//!
//! The files are made up in the tools' forms. Expected figures by hand, beside each.

use std::fmt::Write as _;

use engine::prices::{
    Catalogue, CatalogueKind, CatalogueProblem, Day, Interconnect, LONGEST_OWN, Offer, PriceBook, PriceStatus, Reason,
    Service,
};

const SKYPILOT: &str = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone,Arch\n";
const GPUHUNT: &str = "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size\n";

fn info(mib: u32) -> String {
    format!(
        "\"{{'Gpus': [{{'Name': 'X', 'Manufacturer': 'NVIDIA', 'Count': 8.0, 'MemoryInfo': {{'SizeInMiB': {mib}}}}}], 'TotalGpuMemoryInMiB': 1}}\""
    )
}

fn day() -> Option<Day> {
    Day::parse("2026-11-20")
}

fn read(text: &str, name: &str) -> Catalogue {
    PriceBook::embedded().catalogue(text, name, day()).expect("a catalogue").expect("a usable one")
}

/// The catalogue's offers as the book takes them, with nothing refused.
fn taken(catalogue: &Catalogue) -> Vec<Offer> {
    let mut book = PriceBook::embedded();
    let own = book.add_own(&catalogue.own_book);
    let refused: Vec<String> = own.left_out.iter().map(ToString::to_string).collect();
    assert_eq!(refused, Vec::<String>::new());
    assert_eq!(own.taken, catalogue.offers);
    book.offers.into_iter().filter(|o| o.status == PriceStatus::Yours).collect()
}

fn told(catalogue: &Catalogue) -> Vec<String> {
    catalogue.left_out.iter().map(ToString::to_string).collect()
}

#[test]
fn a_catalogue_of_skypilot_becomes_offers_dated_by_its_file() {
    let h100 = info(81_920);
    let text = format!(
        "{SKYPILOT}\
        m5.large,,,2.0,8.0,,0.096,0.03,us-east-1,use1-az1,x86_64\n\
        p5.48xlarge,H100,8.0,192.0,2048.0,{h100},55.04,20.00,us-east-1,use1-az1,x86_64\n\
        p5.48xlarge,H100,8.0,192.0,2048.0,{h100},55.04,16.00,us-east-1,use1-az2,x86_64\n\
        p5.48xlarge,H100,8.0,192.0,2048.0,{h100},60.00,,ap-south-1,aps1-az1,x86_64\n\
        g6f.large,L4,0.125,2.0,8.0,{},0.2,,us-east-1,use1-az1,x86_64\n\
        g3.4xlarge,M60,1.0,16.0,122.0,{},1.14,0.4,us-east-1,use1-az1,x86_64\n\
        p4d.24xlarge,A100,8.0,96.0,1152.0,{},0,,us-east-1,use1-az1,x86_64\n\
        p4d.24xlarge,A100,8.0,96.0,1152.0,{},32.00,32.00,us-east-1,use1-az1,x86_64\n",
        info(3_072),
        info(8_192),
        info(40_960),
        info(40_960),
    );
    let found = read(&text, "aws.csv");
    assert_eq!(
        (found.kind, found.providers.as_slice(), found.rows),
        (CatalogueKind::SkyPilot, &["AWS".to_owned()][..], 8)
    );
    assert_eq!(found.cheapest_of, "the same instance in the same jurisdiction");
    // Prices: 2 + 2 + 1 of p5 and 1 of p4d (its spot is no cheaper); kept: p5 on demand in the US and in Asia, p5 spot
    // in the US, p4d. Dearer: one on demand in the second zone (a tie: the first stays), one spot at 20.
    assert_eq!(
        told(&found),
        [
            "1 row without a GPU",
            "1 row with a part of a GPU: g6f.large",
            "1 row with GPUs that are not in the price book: M60",
            "1 row without a price: p4d.24xlarge",
            "1 spot price not below on demand",
            "2 prices above the cheapest of the same machine",
        ]
    );
    let offers = taken(&found);
    let rows: Vec<(&str, &str, &str, f64, f64)> = offers
        .iter()
        .map(|o| (o.offer.as_str(), o.gpu.as_str(), o.service.as_str(), o.usd_per_instance_hour, o.usd_per_gpu_hour))
        .collect();
    assert_eq!(
        rows,
        [
            ("p4d.24xlarge", "a100-40-sxm", "on-demand", 32.0, 4.0), // 32 / 8
            ("p5.48xlarge", "h100-sxm", "on-demand", 60.0, 7.5),     // 60 / 8
            ("p5.48xlarge", "h100-sxm", "on-demand", 55.04, 6.88),   // 55.04 / 8
            ("p5.48xlarge", "h100-sxm", "spot", 16.0, 2.0),          // 16 / 8
        ]
    );
    assert!(offers.iter().all(|o| o.as_of == day() && o.provider.as_str() == "AWS"));
    // The book knows the machine: its network is RDMA.
    assert!(offers.iter().all(|o| o.interconnect == Interconnect::Rdma && o.egress_usd_per_gb == Some(0.09)));
    assert!(offers.iter().any(|o| o.interruptible && o.service == Service::Spot && o.note.contains("aws.csv")));
}

/// SkyPilot's `A100` has 40 GB, its `V100` 16: the memory decides, where the name alone would read the larger one.
#[test]
fn memory_and_form_factor_decide_which_gpu_a_name_means() {
    let cases: [(&str, &str, u32, &str); 9] = [
        ("a", "A100", 40_960, "a100-40-sxm"),
        ("a", "A100-80GB", 81_920, "a100-80-sxm"),
        ("a", "V100", 16_384, "v100-16-sxm"),
        ("gpu_1x_h100_pcie", "H100", 81_920, "h100-pcie"),
        ("gpu_8x_h100_sxm5", "H100", 81_920, "h100-sxm"),
        ("a", "B300", 268_288, "b300-sxm"), // 262 GiB is no listed size, but there is only one B300
        ("crusoe", "A100-80GB", 80, "a100-80-sxm"), // GiB where MiB belong
        ("a", "RTX6000-Ada", 49_152, "rtx-6000-ada"),
        ("a", "L40S", 45_776, "l40s"),
    ];
    for (instance, gpu, mib, expected) in cases {
        let text = format!("{SKYPILOT}{instance},{gpu},1,8,64,{},2.5,,eu-west-1,,\n", info(mib));
        let offers = taken(&read(&text, "nebius.csv"));
        assert_eq!(offers.iter().map(|o| o.gpu.as_str()).collect::<Vec<_>>(), [expected], "{instance} {gpu} {mib}");
    }
    // A size that no variant has is not read as one of them.
    let text = format!("{SKYPILOT}a,A100,1,8,64,{},2.5,,eu,,\nb,L4,1,8,64,,0.8,,eu,,\n", info(65_536));
    assert_eq!(told(&read(&text, "nebius.csv")), ["1 row with GPUs that are not in the price book: A100"]);
    // An open name is read by the book's rule, and that is said.
    let text = format!("{SKYPILOT}a,H100,1,8,64,,2.5,,eu,,\n");
    let remarks = read(&text, "nebius.csv").remarks;
    assert_eq!(remarks, ["`H100` is read as H100 80 GB SXM; for another variant, write h100-pcie or h100-nvl"]);
}

/// Google's machines and their GPUs stand in different rows: 8.00 + 24.00 an hour for the machine of eight.
#[test]
fn gpus_of_google_cloud_are_joined_with_their_machine() {
    let columns = "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice\n";
    let info = "{'Gpus': [{'MemoryInfo': {'SizeInMiB': 40960}}]}";
    let text = format!(
        "{columns}\
        a2-highgpu-8g,96.0,680.0,,,,us-central1,us-central1-a,8.00,3.00\n\
        ,,,A100,8,{info},us-central1,us-central1-a,24.00,9.00\n\
        ,,,A100,8,{info},us-central1,us-central1-f,20.00,9.00\n\
        ,,,V100,1,{{'Gpus': [{{'MemoryInfo': {{'SizeInMiB': 16384}}}}]}},us-central1,us-central1-a,2.48,\n\
        ,,,tpu-v6e-8,1,tpu-v6e-8,us-east1,us-east1-d,21.6,4.4\n\
        ,,,tpu-v5p-8,1,tpu-v5p-8,us-east5,us-east5-a,16.8,\n"
    );
    let offers = taken(&read(&text, "gcp.csv"));
    let found = |gpu: &str, part: bool, service| {
        let same = offers.iter().find(|o| o.gpu.as_str() == gpu && o.gpu_part_only == part && o.service == service);
        same.map(|o| (o.offer.as_str(), o.gpus_per_instance, o.usd_per_gpu_hour))
    };
    assert_eq!(found("a100-40-sxm", false, Service::OnDemand), Some(("a2-highgpu-8g", 8.0, 4.0))); // 32 / 8
    assert_eq!(found("a100-40-sxm", false, Service::Spot), Some(("a2-highgpu-8g", 8.0, 1.5))); // 12 / 8
    // No machine stands in zone f: the GPUs alone are never compared with whole machines.
    assert_eq!(found("a100-40-sxm", true, Service::OnDemand), Some(("A100 (GPU part)", 8.0, 2.5))); // 20 / 8
    assert_eq!(found("v100-16-sxm", true, Service::OnDemand), Some(("V100 (GPU part)", 1.0, 2.48)));
    assert_eq!(found("tpu-v6e", false, Service::OnDemand).map(|f| (f.1, f.2)), Some((8.0, 2.7))); // 21.6 / 8 chips
    assert_eq!(found("tpu-v5p", false, Service::OnDemand).map(|f| (f.1, f.2)), Some((4.0, 4.2))); // 8 cores, 4 chips
}

#[test]
fn a_catalogue_of_gpuhunt_names_spot_and_provider_in_its_rows() {
    let text = "provider,extra,gpu_name,gpu_memory,gpu_count,instance_name,location,price,cpu,memory,spot,disk_size\n\
        runpod,,H100NVL,94,1,NVIDIA H100 NVL,US-KS-2,2.59,16,94,False,\n\
        runpod,,H100NVL,94,1,NVIDIA H100 NVL,US-KS-2,1.40,16,94,True,\n\
        vastai,,RTX4090,24,2,12345,US,0.80,16,94,false,100.0\n\
        lambdalabs,,,,0,cpu_4x_general,us-east-1,0.2,4,16,False,\n";
    let found = read(text, "catalog.csv");
    assert_eq!((found.kind, found.providers.join(", ")), (CatalogueKind::Gpuhunt, "RunPod, Vast.ai".to_owned()));
    let offers = taken(&found);
    let rows: Vec<(&str, &str, Service, f64)> =
        offers.iter().map(|o| (o.provider.as_str(), o.gpu.as_str(), o.service, o.usd_per_gpu_hour)).collect();
    assert_eq!(
        rows,
        [
            ("RunPod", "h100-nvl", Service::OnDemand, 2.59),
            ("RunPod", "h100-nvl", Service::Spot, 1.4),
            ("Vast.ai", "rtx-4090", Service::Marketplace, 0.4), // 0.80 / 2
        ]
    );
    // A catalogue says nothing of networks: a machine counts alone.
    assert_eq!(offers.iter().map(|o| o.fabric_gpus).collect::<Vec<_>>(), [1.0, 1.0, 2.0]);
    assert_eq!(told(&found), ["1 row without a GPU"]);
}

#[test]
fn the_cloud_comes_from_the_file_name_or_from_the_names_of_machines_or_is_asked_for() {
    let book = PriceBook::embedded();
    let of = |instance: &str, name: &str| {
        let text = format!("{SKYPILOT}{instance},L4,1,8,64,,0.8,,eu,,\n");
        book.catalogue(&text, name, None).expect("a catalogue").map(|c| c.providers.join(","))
    };
    assert_eq!(of("x", "aws.csv").as_deref(), Ok("AWS"));
    assert_eq!(of("x", "C:\\prices\\lambda-vms (1).csv").as_deref(), Ok("Lambda"));
    assert_eq!(of("x", "acme.csv").as_deref(), Ok("acme"));
    assert_eq!(of("g6.xlarge", "vms.csv").as_deref(), Ok("AWS"));
    assert_eq!(of("Standard_NC24ads_A100_v4", "vms.csv").as_deref(), Ok("Azure"));
    assert_eq!(of("x", "vms.csv"), Err(CatalogueProblem::UnknownCloud));
    assert_eq!(of("x", "v8-vms.csv"), Err(CatalogueProblem::UnknownCloud));
    let none = format!("{GPUHUNT}m5.large,us-east-1,0.096,2,8,0,,,False,\n");
    assert_eq!(book.catalogue(&none, "aws.csv", None), Some(Err(CatalogueProblem::NoOffers)));
    // Not catalogues: the user's own book, other tables, nothing.
    for text in ["id,provider,gpu,usd_per_gpu_hour\na,A,H100,2\n", "Price,Region\n1,x\n", "", "\u{feff}"] {
        assert_eq!(book.catalogue(text, "aws.csv", None), None, "{text}");
    }
}

/// 20,000 rows: 50 instances × 20 regions × 20 zones, on demand and spot. The same instance in the same jurisdiction
/// leaves 50 × 3 × 2 = 300 offers, more than the page computes on each change; in any region 50 × 2 = 100.
#[test]
fn twenty_thousand_rows_become_a_usable_number_of_offers() {
    let mut text = SKYPILOT.to_owned();
    for instance in 0..50 {
        for region in 0..20 {
            let place = ["us-east", "eu-west", "ap-south"][region % 3];
            for zone in 0..20 {
                let usd = 10 + (region * 20 + zone + 399) % 400; // 10 in region 0, zone 1 alone
                writeln!(text, "g{instance}.xlarge,L4,8.0,8,64,,{usd},{}.5,{place}-{region},z{zone},x", usd / 2)
                    .expect("a text");
            }
        }
    }
    let found = read(&text, "aws.csv");
    assert_eq!((found.rows, found.offers), (20_000, 100));
    assert_eq!(found.cheapest_of, "the same instance in any region");
    // 40,000 prices less the 100 kept.
    assert_eq!(told(&found), ["39900 prices above the cheapest of the same machine"]);
    assert!(found.own_book.len() < LONGEST_OWN);
    let offers = taken(&found);
    assert!(offers.iter().all(|o| {
        let expected = if o.interruptible { 5.5 } else { 10.0 };
        o.usd_per_instance_hour == expected && o.region == "us-east-0"
    }));
}

#[test]
fn broken_rows_are_named_and_the_others_stay() {
    let text = format!(
        "{GPUHUNT}a,eu,0.8,8,32,1,L4,24,False,\nshort,eu\n\nb,eu,nan,8,32,1,L4,24,False,\nc,eu,1e-1,8,32,1,T4,16,False,\n"
    );
    let found = read(&text, "scaleway.csv");
    assert_eq!(
        told(&found),
        ["1 row cannot be read: line 3: 2 cells, but the header has 10", "1 row without a price: b"]
    );
    assert_eq!(taken(&found).iter().map(|o| o.usd_per_gpu_hour).collect::<Vec<_>>(), [0.8, 0.1]);
    let reasons: Vec<Reason> = found.left_out.iter().map(|l| l.reason).collect();
    assert_eq!(reasons, [Reason::Unreadable, Reason::NoPrice]);
}

/// Usual for an L4 by the hour in the book: between 0.5 and 1.5 USD. A fifth of it and five times it are both asked
/// about when a book is read, and the user's own rows do not change what is usual.
#[test]
fn own_prices_below_the_usual_are_remarked_on_as_those_above() {
    let mut rows = "id,provider,gpu,usd_per_gpu_hour,gpus_per_instance,interconnect\n".to_owned();
    rows.push_str("low,A,l4,0.05,1,none\nhigh,A,l4,15,1,none\n");
    for at in 0..40 {
        writeln!(rows, "n{at},B,l4,0.051,1,none").expect("a text");
    }
    let read = PriceBook::embedded().add_own(&rows);
    let of = |id: &str| {
        let issue = read.doubtful.iter().find(|issue| issue.id == format!("own-{id}"));
        issue.map(|i| i.message.clone()).unwrap_or_default()
    };
    assert!(of("low").starts_with("0.05 USD per GPU-hour is less than a fifth of the usual "), "{}", of("low"));
    assert!(of("high").starts_with("15 USD per GPU-hour is more than five times the usual "), "{}", of("high"));
}

/// A bad price costs its own row, and a quotation mark that is never closed its own line: named, and the rest counts.
#[test]
fn one_bad_row_does_not_refuse_a_catalogue() {
    let good = |region: &str| format!("p5.48xlarge,H100,8.0,192.0,2048.0,,55.04,20.00,{region},z,x86_64\n");
    let bad = |price: &str| format!("p4d.24xlarge,A100-80GB,8.0,96.0,1152.0,,{price},,us-east-1,z,x86_64\n");
    for (price, said) in [
        ("free", "1 price that cannot be used: line 3, column 7: `free`"),
        ("-32", "1 price that cannot be used: line 3, column 7: `-32`"),
        ("1e999", "1 price that cannot be used: line 3, column 7: `1e999`"),
        ("\"32,77\"", "1 price that cannot be used: line 3, column 7: `32,77`"),
        ("NaN", "1 row without a price: p4d.24xlarge"),
        ("\"32", "1 row cannot be read: line 3, column 7: text after a closing quotation mark"),
        ("3\"2", "1 row cannot be read: line 3, column 7: a quotation mark inside an unquoted cell"),
    ] {
        let quoted = "\"p5.48xlarge\",H100,8.0,192.0,2048.0,,60,25,ap-south-1,z,x86_64\n";
        let text = format!("{SKYPILOT}{}{}{}{quoted}", good("us-east-1"), bad(price), good("eu-west-1"));
        let found = read(&text, "aws.csv");
        assert_eq!(told(&found).first().map(String::as_str), Some(said), "{price}");
        // On demand and spot in three jurisdictions.
        assert_eq!((found.rows, taken(&found).len()), (4, 6), "{price}");
    }
    let text = format!("{SKYPILOT}{}p5.48xlarge,\"H100,8.0\n{}", good("us-east-1"), good("eu-west-1"));
    let found = read(&text, "aws.csv");
    assert_eq!(told(&found), ["1 row cannot be read: line 3, column 2: a quotation mark that is never closed"]);
    assert_eq!(taken(&found).len(), 4);
}

/// The rows that cannot be read are named up to a number, and the rest counted.
#[test]
fn a_book_of_unreadable_rows_is_refused_briefly() {
    let text = format!("id,provider,gpu,usd_per_gpu_hour\n{}a,Acme,h100-sxm,2\n", "x\n".repeat(200_000));
    let read = PriceBook::embedded().add_own(&text);
    assert_eq!((read.taken, read.left_out.len()), (1, 501));
    let last = read.left_out.last().map(|issue| (issue.line, issue.message.as_str()));
    let words = "this row cannot be read; in all, 199500 more rows like it are ignored";
    assert_eq!(last, Some((Some(502), words)));
}

#[test]
fn a_catalogue_of_two_hundred_thousand_rows_is_read() {
    let mut text = SKYPILOT.to_owned();
    for n in 0..200_000 {
        let _ = writeln!(text, "p5.48xlarge,H100,8.0,192.0,2048.0,,{}.04,,us-east-{},z{n},x86_64", 55 + n % 7, n % 9);
    }
    let found = read(&text, "aws.csv");
    assert_eq!((found.rows, found.offers), (200_000, 1));
    assert_eq!(taken(&found)[0].usd_per_instance_hour, 55.04);
}
