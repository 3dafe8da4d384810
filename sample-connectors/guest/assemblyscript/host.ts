/**
 * The functions of the host's module "airlock" and of WASI, behind functions
 * that take and return strings.
 */
import { decode, encode } from "./utf8";

@external("airlock", "log")
declare function log(level: usize, levelLength: i32, message: usize, messageLength: i32): void;

@external("airlock", "http_request")
declare function http_request(request: usize, length: i32): i32;

@external("airlock", "http_response_status")
declare function http_response_status(): i32;

@external("airlock", "http_response_size")
declare function http_response_size(): i32;

@external("airlock", "http_response_read")
declare function http_response_read(destination: usize, length: i32): i32;

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
export function responseBody(): string | null {
  const size = http_response_size();
  if (size < 0) return null;
  const body = new ArrayBuffer(size);
  if (http_response_read(changetype<usize>(body), size) != size) return null;
  return decode(body);
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
