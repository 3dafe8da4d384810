/** What the connector keeps between calls, under keys of 1 to 512 bytes. */
import { failed } from "./failure";
import { claimOnce, readState, removeState, writeState } from "./host";
import { decode, encode } from "./utf8";

/** Whether something that must not happen twice happened before. */
export enum Claim {
  /** This call claims it now, and it is done when the call succeeds. */
  NEW,
  /** An earlier call did it. */
  DONE,
  /** An earlier call may have done it: ask the service. */
  IN_DOUBT,
}

/** A value, or null if there is none. */
export function stateGet(key: string): string | null {
  const value: ArrayBuffer | null = failed() ? null : readState(key);
  return value ? decode(value) : null;
}

/**
 * Keeps a value for so many milliseconds; 0 is for ever. One that would go beyond
 * the limit "state" ends the call.
 */
export function statePut(key: string, value: string, keepMillis: i64): void {
  if (!failed()) writeState(key, encode(value), keepMillis);
}

/** Removes a value, if it is there. */
export function stateDelete(key: string): void {
  if (!failed()) removeState(key);
}

/**
 * Claims something that must not happen twice, such as one payment, for so many
 * milliseconds; 0 is for ever.
 */
export function once(key: string, keepMillis: i64): Claim {
  return failed() ? Claim.IN_DOUBT : claimOnce(key, keepMillis);
}
