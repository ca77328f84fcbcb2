//! What a page says about the run that wrote it.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::render::RunInfo;

/// The run, for the head of a page. The date is that of `SOURCE_DATE_EPOCH`, if it is set, so that pages can be reproduced.
pub(super) fn run_info() -> RunInfo {
    let here = std::env::current_dir().unwrap_or_default();
    let project = here.file_name().map_or_else(|| "models".to_owned(), |name| name.to_string_lossy().into_owned());
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    let arguments = std::env::args_os().skip(1).map(|argument| quoted(&argument.to_string_lossy()));
    let command = std::iter::once("shapewright".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ");
    RunInfo { project, date: date(fixed.unwrap_or_else(now)), command }
}

/// An argument as a shell reads it.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    match !argument.is_empty() && argument.chars().all(plain) {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}

/// Seconds since 1970 as `2026-11-22 14:12 UTC`.
fn date(seconds: u64) -> String {
    // Every date has four digits for its year.
    let (days, minutes) = (seconds.min(253_402_300_799) / 86_400, seconds % 86_400 / 60);
    // The civil calendar in eras of 400 years that begin in March, so that a leap day is the last day of a year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_is_that_of_the_civil_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_251_200, "2024-03-01 00:00 UTC"),
            (4_102_444_799, "2099-12-31 23:59 UTC"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }

    #[test]
    fn argument_is_quoted_if_a_shell_would_split_it() {
        assert_eq!(quoted("models/a.onnx"), "models/a.onnx");
        assert_eq!(quoted("a b's"), r"'a b'\''s'");
    }
}
