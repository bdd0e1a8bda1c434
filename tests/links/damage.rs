//! Damage to links by mail, chat and other programs: repaired if only one reading is possible, otherwise reported.

use super::{golden, messages, read, without_notices};
use engine::codec::link;

tests! {
    /// In a link this program wrote, every character of another program is recognised.
    fn damage_to_a_link_of_ours_is_undone() {
        for golden in golden() {
            let expected = without_notices(golden.link);
            let with = |from: &str, to: &str| golden.link.replace(from, to);
            let encoded = |text: &str| text.replace('%', "%25").replace('=', "%3D").replace('&', "%26");
            let wrapped = |line: &str| {
                let mut text = golden.link.to_owned();
                for at in (40..golden.link.len()).step_by(70).collect::<Vec<_>>().into_iter().rev() {
                    text.insert_str(at, line);
                }
                text
            };
            for damaged in [
                with("&", "&amp;"),
                with("&", "&amp;amp;"),
                with("&", "&amp%3B"),
                with("&", "&amp%3b"),
                with("&", "&amp%253B"),
                with("&", "&amp%3Bamp%3B"),
                with("&", "%26"),
                with("&", "%2526"),
                with("&", "%26amp%3B"),
                with("&", "%26amp;"),
                with("&", "&#38;"),
                with("&", "&#038;"),
                with("=", "%3D"),
                with("=", "%253D"),
                with("=", "%25253D"),
                with("&", "&amp;").replace('=', "%3D"),
                with("~", "%7E"),
                with("~", "%257E"),
                encoded(golden.link),
                encoded(&encoded(golden.link)),
                encoded(&encoded(&encoded(golden.link))),
                encoded(&with("&", "&amp;")),
                format!("embed=1&{}", encoded(golden.link)),
                format!("v=1{}", encoded(golden.link.strip_prefix("v=1").expect("its version"))),
                with("_", r"\_"),
                with("_", "%5C_"),
                with("_", "%255C_"),
                with("&", r"\&"),
                with("&", r"\&amp;"),
                with("~", r"\~"),
                with("_", r"\_").replace('=', r"\=").replace('&', r"\&").replace('~', r"\~").replace('-', r"\-").replace('.', r"\."),
                with("=", "=3D"),
                wrapped("\n"),
                wrapped("\r\n"),
                wrapped("\r\n    "),
                wrapped("\n> "),
                wrapped("\u{ad}"),
                wrapped("\u{200b}"),
                wrapped("\u{2060}\u{feff}"),
                with("=", "=3D").replacen("&w", "=\r\n&w", 1),
                format!("{})", golden.link),
                format!("{}>", golden.link),
                format!("{}.", golden.link),
                format!("{},", golden.link),
                format!("{}).", golden.link),
                format!("{}\">", golden.link),
                format!("{};", golden.link),
            ] {
                assert!(link::is_link(&damaged), "{damaged}");
                assert_eq!(without_notices(&damaged), expected, "{damaged}");
            }
        }
    }

    fn the_last_value_of_a_short_link_has_no_sign_of_the_sentence_around_it() {
        for end in [")", ">", ".", ",", ").", "\"", "!", "%29", "*"] {
            assert_eq!(without_notices(&format!("kwh=0.1&n=128{end}")).scenario.own.gpus.value, 128.0, "{end}");
            assert_eq!(without_notices(&format!("kwh=0.1&busy=0.5{end}")), without_notices("kwh=0.1&busy=0.5"), "{end}");
            assert_eq!(without_notices(&format!("n=128&net=rdma{end}")), without_notices("n=128&net=rdma"), "{end}");
            assert_eq!(link::page_key(&format!("preset=reference-case{end}"), "preset").as_deref(), Some("reference-case"));
        }
        // In the middle, punctuation is not the end of the link.
        assert_eq!(messages(&read("n=128)&kwh=0.1")).len(), 1);
    }

    fn values_of_a_link_by_hand_lose_what_no_value_has() {
        for (text, whole) in [
            ("n=128%0A&kwh=0.1", "n=128&kwh=0.1"),
            ("n=12%0D%0A8&kwh=0.1", "n=128&kwh=0.1"),
            ("n=%2520128&kwh=0.1", "n=128&kwh=0.1"),
            ("n=12%C2%AD8&kwh=0.1", "n=128&kwh=0.1"),
            ("n%0A=128&kwh=0.1", "n=128&kwh=0.1"),
            ("gpu=h100\u{2011}sxm", "gpu=h100-sxm"),
            ("gpu=h100%E2%80%91sxm", "gpu=h100-sxm"),
            ("n=128%26kwh=0.1", "n=128&kwh=0.1"),
            ("n=128%26kwh%3D0.1", "n=128&kwh=0.1"),
            ("name=A&q=b%257E2%257E0", "name=A&q=b~2~0"),
        ] {
            assert_eq!(without_notices(text), without_notices(whole), "{text}");
        }
    }

    /// A handwritten name may contain any character: what may be intended is kept and reported.
    fn a_text_that_may_have_been_meant_stays_and_is_named() {
        for (text, name, said) in [
            ("name=R%2526D&n=64", "R%26D", Some("encoded twice")),
            ("name=Caf%25C3%25A9", "Caf%C3%A9", Some("encoded twice")),
            ("name=100%25&n=64", "100%", None),
            ("name=R%26D&n=64", "R&D", None),
            ("name=a%26v%3D1&n=64", "a&v=1", None),
            ("name=a%3Db&n=64", "a=b", None),
            ("name=Plan%20%28B%29&n=64", "Plan (B)", None),
            ("n=64&name=Plan)", "Plan)", Some("may belong to the surrounding text")),
            ("n=64&name=Plan.", "Plan.", Some("may belong to the surrounding text")),
            ("n=64&name=Plan%3E", "Plan>", None),
            (r"n=64&name=Z\_c3\_bcrich", "Zürich", Some("Backslashes")),
            (r"n=64&name=C:\x", r"C:\x", None),
        ] {
            let decoded = read(text);
            assert_eq!(decoded.document.name, name, "{text}");
            match (said, messages(&decoded).as_slice()) {
                (None, []) => {}
                (Some(said), [message]) => assert!(message.contains(said), "{text}: {message}"),
                (said, messages) => panic!("{text}: {messages:?} instead of {said:?}"),
            }
        }
    }

    fn a_key_given_twice_is_named_with_what_counts() {
        for (text, message) in [
            ("name=a&name=b", "The name is given twice; the last value is used"),
            ("name=a&name=a", "The name is given twice; the last value is used"),
            ("book=2026-11&book=2026-11&n=64", "The price edition is given twice; the last value is used"),
            ("busy=0.5&busy=0.6", "How busy the GPUs are is given twice; the last value is used"),
            ("preset=a&preset=b&n=64", "preset is given twice; the first value is used"),
            ("embed=1&n=64&embed=0", "embed is given twice; the first value is used"),
            ("set=1&set=1&n=64", "The number of scenarios is given twice; the last value is used"),
            (
                "w=1000&busy=0.5",
                "\"How busy the GPUs are\" sets \"Work per month\", which is given as well; \"How busy the GPUs are\" is used",
            ),
        ] {
            assert_eq!(messages(&read(text)), [message], "{text}");
        }
        assert_eq!(read("name=a&name=b").document.name, "b");
        assert_eq!(read("w=1000&busy=0.5").document, without_notices("busy=0.5"), "in any order");
        assert_eq!(read("busy=0.5&w=1000").document, without_notices("busy=0.5"), "in any order");
        let twice = read("v=2&v=1&n=64");
        assert!(messages(&twice).contains(&"The format version is given twice; the last value is used"));
        // Each further scenario of a link has its own name.
        let set = link::read_set("set=2&name=A&n=64&end=1&next=2&name=B&n=72&end=1", super::book());
        assert!(set.iter().all(|one| one.notices.is_empty()));
    }
}
