//! The engine on the command line: the report of a scenario, the summary of measured files, plans side by side, jobs run
//! again. JSON goes to standard output, what a person should know to standard error.

#[cfg(not(target_arch = "wasm32"))]
mod arguments;
#[cfg(not(target_arch = "wasm32"))]
mod commands;
#[cfg(not(target_arch = "wasm32"))]
mod figures;
#[cfg(not(target_arch = "wasm32"))]
mod files;
#[cfg(not(target_arch = "wasm32"))]
mod scenarios;
#[cfg(not(target_arch = "wasm32"))]
mod zones;

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::io::Write;
    use std::process::ExitCode;

    use arguments::{Arguments, WRONG_CALL};
    use clap::Parser;

    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors; nothing is left to do if the terminal is gone.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(WRONG_CALL) } else { ExitCode::SUCCESS };
        }
    };
    match commands::run(&arguments.command) {
        Ok(found) => {
            for notice in &found.notices {
                eprintln!("{notice}");
            }
            match std::io::stdout().write_all(&found.output) {
                Ok(()) if found.notices.is_empty() => ExitCode::SUCCESS,
                Ok(()) => ExitCode::from(arguments::PARTLY_USED),
                Err(_) => ExitCode::FAILURE,
            }
        }
        Err(problems) => {
            for problem in problems {
                eprintln!("{problem}");
            }
            ExitCode::FAILURE
        }
    }
}
