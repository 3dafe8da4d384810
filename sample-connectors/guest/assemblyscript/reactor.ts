/**
 * What the host calls in a reactor: the second entry file of one, after the
 * connector's own.
 */
import { answer } from "./airlock";
import { decode, encode } from "./utf8";

// What is handed across is kept here, where the collector does not take it.
let received = new ArrayBuffer(0);
let replied = new ArrayBuffer(0);

export function airlock_alloc(size: i32): usize {
  received = new ArrayBuffer(size);
  return changetype<usize>(received);
}

/** The answer's address in the high half, its length in the low one. */
export function airlock_call(document: usize, size: i32): u64 {
  if (document != changetype<usize>(received)) unreachable();
  replied = encode(answer(decode(received, size)));
  return (<u64>changetype<usize>(replied)) << 32 | <u64>replied.byteLength;
}
