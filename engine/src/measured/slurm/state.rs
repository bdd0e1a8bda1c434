//! States of jobs as sacct prints them: whole, short, or cut by the width of their column.

/// What a state says about a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum State {
    /// Ended, in a way that a cut state does not tell.
    Ended,
    Completed,
    Failed,
    TimedOut,
    OutOfMemory,
    Cancelled,
    Requeued,
    Running,
    Waiting,
}

/// The states in full. Source: manual pages of sacct and squeue, "JOB STATE CODES" and "JOB STATES".
const NAMES: [(&[u8], State); 29] = [
    (b"COMPLETED", State::Completed),
    (b"FAILED", State::Failed),
    (b"TIMEOUT", State::TimedOut),
    (b"OUT_OF_MEMORY", State::OutOfMemory),
    (b"DEADLINE", State::TimedOut),
    (b"BOOT_FAIL", State::Failed),
    (b"REVOKED", State::Ended),
    (b"LAUNCH_FAILED", State::Failed),
    (b"RECONFIG_FAIL", State::Failed),
    (b"CANCELLED", State::Cancelled),
    (b"REQUEUED", State::Requeued),
    (b"PREEMPTED", State::Requeued),
    (b"NODE_FAIL", State::Requeued),
    (b"SPECIAL_EXIT", State::Requeued),
    (b"RUNNING", State::Running),
    (b"COMPLETING", State::Running),
    (b"SUSPENDED", State::Running),
    (b"STOPPED", State::Running),
    (b"RESIZING", State::Running),
    (b"SIGNALING", State::Running),
    (b"STAGE_OUT", State::Running),
    (b"UPDATE_DB", State::Running),
    (b"POWER_UP_NODE", State::Running),
    (b"EXPEDITING", State::Waiting),
    (b"PENDING", State::Waiting),
    (b"CONFIGURING", State::Waiting),
    (b"REQUEUE_HOLD", State::Waiting),
    (b"REQUEUE_FED", State::Waiting),
    (b"RESV_DEL_HOLD", State::Waiting),
];

/// The state of a cell such as `CANCELLED by 1234`, in its long or short form, or cut as `OUT_OF_ME+`.
pub(super) fn state_of(cell: &[u8]) -> Option<State> {
    let word = cell.split(|&byte| matches!(byte, b' ' | b',')).next().unwrap_or_default();
    if let Some(beginning) = word.strip_suffix(b"+") {
        return cut(beginning);
    }
    let short = match word {
        b"CD" => State::Completed,
        b"F" | b"BF" => State::Failed,
        b"TO" | b"DL" => State::TimedOut,
        b"OOM" => State::OutOfMemory,
        b"RV" => State::Ended,
        b"CA" => State::Cancelled,
        b"RQ" | b"PR" | b"NF" => State::Requeued,
        b"R" | b"CG" | b"S" | b"ST" | b"RS" => State::Running,
        b"PD" | b"CF" | b"RH" => State::Waiting,
        _ => return NAMES.iter().find(|(name, _)| *name == word).map(|(_, state)| *state),
    };
    Some(short)
}

/// The state that begins so, if all that do say the same. A job that completes has ended but for its last seconds.
fn cut(beginning: &[u8]) -> Option<State> {
    let mut found = NAMES.iter().filter(|(name, _)| !beginning.is_empty() && name.starts_with(beginning));
    let first = found.next()?.1;
    let like = |state: State| if state == State::Running { State::Completed } else { state };
    let mut all_same = true;
    for (_, state) in found {
        if like(*state) != like(first) {
            return None;
        }
        all_same &= *state == first;
    }
    Some(if all_same { first } else { State::Completed })
}

/// Whether a cell is the state of a job.
pub(super) fn is_state(cell: &str) -> bool {
    cell.len() > 2 && state_of(cell.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every state, cut to every width that leaves four letters: never another one, and the usual width of ten always known.
    #[test]
    fn states_that_are_cut_are_themselves_or_nothing() {
        for (name, state) in NAMES {
            assert_eq!(state_of(name), Some(state));
            for width in 4..name.len() {
                let cut = [&name[..width], b"+"].concat();
                let found = state_of(&cut);
                let is_known = found == Some(state) || (state == State::Running && found == Some(State::Completed));
                assert!(is_known || found.is_none(), "{}", String::from_utf8_lossy(&cut));
                assert!(width < 9 || is_known, "{}", String::from_utf8_lossy(&cut));
            }
        }
        assert_eq!(state_of(b"OUT_OF_ME+"), Some(State::OutOfMemory));
        assert_eq!(state_of(b"CANCELLED by 1234"), Some(State::Cancelled));
        assert_eq!(state_of(b"CANCELLED+"), Some(State::Cancelled));
        // `R+` could be RUNNING or REQUEUED.
        assert_eq!([state_of(b"R+"), state_of(b"P+"), state_of(b"+"), state_of(b"")], [None; 4]);
    }
}
