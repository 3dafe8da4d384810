use crate::headers::split;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a response says about how often the service may be asked.
#[derive(Clone, Debug, PartialEq)]
pub struct RateLimit {
    /// Whether the request was not done, since it was one too many: 429, or 403
    /// with a time to wait.
    pub limited: bool,
    /// How many requests are left, if something says so.
    pub remaining: Option<i64>,
    /// The time until the service may be asked again, in whole seconds, if
    /// something says so.
    pub wait: Option<Duration>,
}

/// A number from this one on is a moment and no time to wait, in seconds since
/// 1970; from the next one on, in milliseconds.
const FIRST_MOMENT: i64 = 1_000_000_000;
const FIRST_MOMENT_IN_MILLIS: i64 = 1_000_000_000_000;

/// The longest wait that is believed, in seconds: 31 days.
const LONGEST_WAIT: i64 = 31 * 24 * 60 * 60;

/// The length of the longest number that is one.
const MOST_DIGITS: usize = 18;

impl RateLimit {
    /// Reads `Retry-After`, `RateLimit`, and `RateLimit-Remaining` and `-Reset`
    /// with the prefixes "", `X-` and the like, as the host does.
    pub(crate) fn read(status: i32, header: impl Fn(&str) -> Option<String>) -> RateLimit {
        let now = || header("Date").and_then(|date| moment(&date)).unwrap_or_else(clock);
        let (mut remaining, mut wait) = header("RateLimit").map_or((None, None), |value| policies(&value));
        for prefix in ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"] {
            let left = header(&format!("{prefix}Remaining")).and_then(|value| leading_int(&value));
            remaining = remaining.or_else(|| left.map(|left| left.max(0)));
            if wait.is_none() && left.map_or(status == 429, |left| left <= 0) {
                wait = header(&format!("{prefix}Reset")).and_then(|value| until(&value, now));
            }
        }
        let after = header("Retry-After").and_then(|value| until(&value, now));
        let wait = after.or(wait).filter(|wait| (1..=LONGEST_WAIT).contains(wait));
        RateLimit {
            limited: status == 429 || (status == 403 && wait.is_some()),
            remaining,
            wait: wait.map(|seconds| Duration::from_secs(seconds as u64)),
        }
    }
}

/// The least `r` of the policies in `RateLimit`, and the longest `t` of those of
/// which nothing remains.
fn policies(value: &str) -> (Option<i64>, Option<i64>) {
    let (mut remaining, mut wait) = (None, None);
    for policy in split(value, b',') {
        let parts = split(policy, b';');
        let number = |name| {
            let part = parts.iter().filter_map(|part| part.split_once('=')).find(|(key, _)| key.trim() == name);
            part.and_then(|(_, value)| leading_int(value))
        };
        let left = number("r").filter(|left| *left >= 0);
        remaining = [remaining, left].iter().flatten().min().copied();
        if left == Some(0) {
            wait = [wait, number("t")].iter().flatten().max().copied();
        }
    }
    (remaining, wait)
}

/// The seconds to a moment, rounded up, if it is to come. It may be written as
/// seconds to go, as seconds or milliseconds since 1970, or as a date.
fn until(value: &str, now: impl Fn() -> i64) -> Option<i64> {
    let seconds = match leading_int(value) {
        None => moment(value)? - now(),
        Some(number) if number >= FIRST_MOMENT_IN_MILLIS => (number + 999) / 1000 - now(),
        Some(number) if number >= FIRST_MOMENT => number - now(),
        Some(number) => number + i64::from(value.contains('.')),
    };
    Some(seconds).filter(|seconds| *seconds > 0)
}

/// A number's digits before the point.
fn leading_int(text: &str) -> Option<i64> {
    let whole = text.trim().split('.').next()?;
    whole.parse().ok().filter(|_| whole.len() <= MOST_DIGITS && !whole.starts_with('+'))
}

fn clock() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

/// The seconds since 1970 of a date as HTTP writes it (RFC 9110, 5.6.7).
fn moment(date: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let words: Vec<&str> = date.split_whitespace().collect();
    if date.trim().len() != 29 || words.len() != 6 || words[5] != "GMT" {
        return None;
    }
    let month = MONTHS.iter().position(|month| *month == words[2])? as i64 + 1;
    let (day, year): (i64, i64) = (words[1].parse().ok()?, words[3].parse().ok()?);
    let time: Option<Vec<i64>> = words[4].split(':').map(|part| part.parse().ok()).collect();
    match time?[..] {
        [hour, minute, second] => Some(((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second),
        _ => None,
    }
}

/// The days from 1970 to a day of the Gregorian calendar, with years that begin in March.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let leap_days = year / 4 - year / 100 + year / 400;
    year * 365 + leap_days + (153 * ((month + 9) % 12) + 2) / 5 + day - 719_469
}

#[cfg(test)]
mod tests {
    use super::moment;

    #[test]
    fn reads_dates() {
        assert_eq!(moment("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(moment("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784111777));
        assert_eq!(moment("Thu, 29 Feb 2024 23:59:59 GMT"), Some(1709251199));
        assert_eq!(moment("Tue, 31 Dec 2999 00:00:00 GMT"), Some(32503593600));
        assert_eq!(moment("Sunday, 06-Nov-94 08:49:37 GMT"), None);
        assert_eq!(moment(""), None);
    }
}
