import { nameOf, split, valueOf } from "./headers";
import { Response } from "./http";

/** What a response says about how often the service may be asked. */
export class RateLimit {
  /** Whether the request was not done, since it was one too many: 429, or 403 with a time to wait. */
  limited: bool = false;
  /** How many requests are left, or -1 if nothing says so. */
  remaining: i64 = -1;
  /** Seconds until the service may be asked again, or 0 if nothing says so. */
  wait: i64 = 0;
}

// A number from this one on is a moment and no time to wait, in seconds since
// 1970; from the next one on, in milliseconds. A wait beyond the third one, 31
// days in seconds, is not believed.
const FIRST_MOMENT: i64 = 1_000_000_000;
const FIRST_MOMENT_IN_MILLIS: i64 = 1_000_000_000_000;
const LONGEST_WAIT: i64 = 31 * 24 * 60 * 60;

const NO_NUMBER = i64.MIN_VALUE;

/**
 * Reads Retry-After, RateLimit, and RateLimit-Remaining and -Reset with the
 * prefixes "", "X-" and the like, as the host does.
 */
export function rateLimitOf(response: Response): RateLimit {
  const prefixes: StaticArray<string> = ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"];
  const limit = new RateLimit();
  readPolicies(response.header("RateLimit"), limit);
  for (let i = 0; i < prefixes.length; i++) {
    const left = leadingInt(response.header(prefixes[i] + "Remaining"));
    const said = left != NO_NUMBER;
    if (said && limit.remaining < 0) limit.remaining = max(left, 0);
    if (limit.wait == 0 && (said ? left <= 0 : response.status == 429)) {
      limit.wait = until(response, response.header(prefixes[i] + "Reset"));
    }
  }
  const after = until(response, response.header("Retry-After"));
  if (after > 0) limit.wait = after;
  if (limit.wait > LONGEST_WAIT) limit.wait = 0;
  limit.limited = response.status == 429 || (response.status == 403 && limit.wait > 0);
  return limit;
}

/** The least r of the policies in RateLimit, and the longest t of those of which nothing remains. */
function readPolicies(value: string, limit: RateLimit): void {
  const policies = split(value, 0x2c); // ,
  for (let i = 0; i < policies.length; i++) {
    const parts = split(policies[i], 0x3b); // ;
    let left: i64 = -1;
    let wait: i64 = 0;
    for (let at = 0; at < parts.length; at++) {
      const number = leadingInt(valueOf(parts[at]));
      if (number == NO_NUMBER) continue;
      if (nameOf(parts[at]) == "r") left = number;
      if (nameOf(parts[at]) == "t") wait = number;
    }
    if (left >= 0 && (limit.remaining < 0 || left < limit.remaining)) limit.remaining = left;
    if (left == 0) limit.wait = max(limit.wait, wait);
  }
}

/**
 * The seconds to a moment, rounded up, or 0. It may be written as seconds to go,
 * as seconds or milliseconds since 1970, or as a date.
 */
function until(response: Response, value: string): i64 {
  const number = leadingInt(value);
  if (number == NO_NUMBER) {
    const date = moment(value);
    return date == NO_NUMBER ? 0 : max(date - nowAt(response), 0);
  }
  if (number >= FIRST_MOMENT_IN_MILLIS) return max((number + 999) / 1000 - nowAt(response), 0);
  if (number >= FIRST_MOMENT) return max(number - nowAt(response), 0);
  return max(value.includes(".") ? number + 1 : number, 0);
}

/** The time at the service if it says so, otherwise that of this clock, in seconds since 1970. */
function nowAt(response: Response): i64 {
  const there = moment(response.header("Date"));
  return there == NO_NUMBER ? <i64>Date.now() / 1000 : there;
}

/** A number's digits before the point. */
function leadingInt(text: string): i64 {
  const point = text.indexOf(".");
  const whole = (point < 0 ? text : text.substring(0, point)).trim();
  const negative = whole.startsWith("-");
  let number: i64 = 0;
  if (whole.length - i32(negative) < 1 || whole.length > 18) return NO_NUMBER;
  for (let i = i32(negative); i < whole.length; i++) {
    const digit = whole.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return NO_NUMBER;
    number = number * 10 + digit;
  }
  return negative ? -number : number;
}

/** The seconds since 1970 of a date as HTTP writes it (RFC 9110, 5.6.7): "Sun, 06 Nov 1994 08:49:37 GMT". */
function moment(date: string): i64 {
  const words = date.trim().split(" ");
  if (date.trim().length != 29 || words.length != 6 || words[5] != "GMT" || words[2].length != 3) return NO_NUMBER;
  const time = words[4].split(":");
  const month = "JanFebMarAprMayJunJulAugSepOctNovDec".indexOf(words[2]);
  if (time.length != 3 || month < 0 || month % 3 != 0) return NO_NUMBER;
  const day = leadingInt(words[1]);
  const year = leadingInt(words[3]);
  let seconds = days(year, month / 3 + 1, day);
  for (let i = 0; i < 3; i++) {
    const part = leadingInt(time[i]);
    if (part == NO_NUMBER) return NO_NUMBER;
    seconds = seconds * (i == 0 ? 24 : 60) + part;
  }
  return day == NO_NUMBER || year == NO_NUMBER ? NO_NUMBER : seconds;
}

/** The days from 1970 to a day of the Gregorian calendar, with years that begin in March. */
function days(year: i64, month: i64, day: i64): i64 {
  if (month <= 2) year--;
  return year * 365 + year / 4 - year / 100 + year / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day - 719469;
}
