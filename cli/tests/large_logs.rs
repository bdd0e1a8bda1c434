//! The example for logs beyond one machine, run with Dask's local scheduler where Dask is installed.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn succeeded(output: &Output) -> &[u8] {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    &output.stdout
}

#[test]
fn twenty_files_read_with_dask_say_what_they_say_together() {
    let has_dask = Command::new("python3").args(["-c", "import dask.bag"]).output().is_ok_and(|of| of.status.success());
    if !has_dask {
        eprintln!("NOT RUN: Dask is not installed (pip install \"dask[bag]\").");
        return;
    }
    let program = env!("CARGO_BIN_EXE_rack-or-rent");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("large-logs");
    fs::create_dir_all(&folder).expect("a folder");
    let paths: Vec<PathBuf> = (1..=20).map(|day| folder.join(format!("jobs-{day:02}.txt"))).collect();
    for (day, path) in (1..).zip(&paths) {
        let row = |hour: u32| {
            format!(
                "{}|COMPLETED|2026-05-{day:02}T{hour:02}:00:00|2026-05-{day:02}T23:00:00|gres/gpu:h100=4",
                day * 100 + hour
            )
        };
        let text =
            "JobID|State|Start|End|AllocTRES\n".to_owned() + &(0..24).map(row).collect::<Vec<_>>().join("\n") + "\n";
        fs::write(path, text).expect("written");
    }
    let merged = folder.join("all.partial");
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scripts/large-logs.py");
    let mut example = Command::new("python3");
    succeeded(
        &example
            .arg(script)
            .args(["--program", program, "--output"])
            .arg(&merged)
            .args(&paths)
            .output()
            .expect("started"),
    );
    let sum = |files: &[PathBuf]| {
        succeeded(&Command::new(program).arg("measure").args(files).output().expect("started")).to_vec()
    };
    let together = sum(&paths);
    assert_eq!(String::from_utf8_lossy(&sum(&[merged])), String::from_utf8_lossy(&together));
    // By hand: on each day jobs of 23, 22, ... 0 hours on 4 GPUs.
    let found: serde_json::Value = serde_json::from_slice(&together).expect("JSON");
    assert_eq!(found["held_gpu_hours"].as_f64(), Some(20.0 * 4.0 * 276.0));
}
