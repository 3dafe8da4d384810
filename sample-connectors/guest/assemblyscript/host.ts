/**
 * The functions of the host's module "airlock" and of WASI, behind functions
 * that take and return strings and bytes.
 */
import { decode, encode } from "./utf8";

// @ts-ignore: decorator
@external("airlock", "log")
declare function log(level: usize, levelLength: i32, message: usize, messageLength: i32): void;

// @ts-ignore: decorator
@external("airlock", "http_request")
declare function http_request(request: usize, length: i32): i32;

// @ts-ignore: decorator
@external("airlock", "http_response_status")
declare function http_response_status(): i32;

// @ts-ignore: decorator
@external("airlock", "http_response_size")
declare function http_response_size(): i32;

// @ts-ignore: decorator
@external("airlock", "http_response_read")
declare function http_response_read(destination: usize, length: i32): i32;

// @ts-ignore: decorator
@external("airlock", "http_response_headers")
declare function http_response_headers(destination: usize, length: i32): i32;

// @ts-ignore: decorator
@external("airlock", "last_error")
declare function last_error(destination: usize, length: i32): i32;

// @ts-ignore: decorator
@external("airlock", "state_get")
declare function state_get(key: usize, keyLength: i32, destination: usize, length: i32): i32;

// @ts-ignore: decorator
@external("airlock", "state_put")
declare function state_put(key: usize, keyLength: i32, value: usize, length: i32, keepMillis: i64): i32;

// @ts-ignore: decorator
@external("airlock", "state_delete")
declare function state_delete(key: usize, keyLength: i32): i32;

// @ts-ignore: decorator
@external("airlock", "once")
declare function once(key: usize, keyLength: i32, keepMillis: i64): i32;

// @ts-ignore: decorator
@external("wasi_snapshot_preview1", "fd_write")
declare function fd_write(fd: i32, vectors: usize, count: i32, written: usize): i32;

export function writeLog(level: string, message: string): void {
  const levelBytes = encode(level);
  const messageBytes = encode(message);
  log(
    changetype<usize>(levelBytes), levelBytes.byteLength,
    changetype<usize>(messageBytes), messageBytes.byteLength,
  );
}

export function sendRequest(request: string): i32 {
  const bytes = encode(request);
  return http_request(changetype<usize>(bytes), bytes.byteLength);
}

export function responseStatus(): i32 {
  return http_response_status();
}

/** The whole body, or null if the host does not hand it over whole. */
export function responseBody(): ArrayBuffer | null {
  const size = http_response_size();
  if (size < 0) return null;
  const body = new ArrayBuffer(size);
  return http_response_read(changetype<usize>(body), size) == size ? body : null;
}

/** The headers as JSON, or null if there is no response. */
export function responseHeaders(): string | null {
  const size = http_response_headers(0, 0);
  if (size < 0) return null;
  const text = new ArrayBuffer(size);
  http_response_headers(changetype<usize>(text), size);
  return decode(text);
}

/** JSON, or null if no exchange failed. */
export function lastErrorText(): string | null {
  const size = last_error(0, 0);
  if (size < 0) return null;
  const text = new ArrayBuffer(size);
  last_error(changetype<usize>(text), size);
  return decode(text);
}

/** A value of the state, or null if there is none. */
export function readState(key: string): ArrayBuffer | null {
  const keyBytes = encode(key);
  let value = new ArrayBuffer(1024);
  while (true) {
    const size = state_get(
      changetype<usize>(keyBytes), keyBytes.byteLength,
      changetype<usize>(value), value.byteLength,
    );
    if (size < 0) return null;
    if (size <= value.byteLength) return value.slice(0, size);
    value = new ArrayBuffer(size);
  }
}

export function writeState(key: string, value: ArrayBuffer, keepMillis: i64): void {
  const keyBytes = encode(key);
  state_put(
    changetype<usize>(keyBytes), keyBytes.byteLength,
    changetype<usize>(value), value.byteLength, keepMillis,
  );
}

export function removeState(key: string): void {
  const keyBytes = encode(key);
  state_delete(changetype<usize>(keyBytes), keyBytes.byteLength);
}

export function claimOnce(key: string, keepMillis: i64): i32 {
  const keyBytes = encode(key);
  return once(changetype<usize>(keyBytes), keyBytes.byteLength, keepMillis);
}

export function readStdin(): string {
  let bytes = new ArrayBuffer(4096);
  let length = 0;
  let count = process.stdin.read(bytes);
  while (count > 0) {
    length += count;
    if (length == bytes.byteLength) bytes = grown(bytes);
    count = process.stdin.read(bytes, length);
  }
  return decode(bytes, length);
}

function grown(bytes: ArrayBuffer): ArrayBuffer {
  const larger = new ArrayBuffer(bytes.byteLength * 2);
  memory.copy(changetype<usize>(larger), changetype<usize>(bytes), bytes.byteLength);
  return larger;
}

export function writeStdout(text: string): void {
  const bytes = encode(text);
  const vector = new StaticArray<usize>(3); // address, length, and where the count goes
  const address = changetype<usize>(vector);
  let left: usize = bytes.byteLength;
  vector[0] = changetype<usize>(bytes);
  while (left > 0) {
    vector[1] = left;
    if (fd_write(1, address, 1, address + 2 * sizeof<usize>()) != 0) process.exit(1);
    vector[0] += vector[2];
    left -= vector[2];
  }
}
