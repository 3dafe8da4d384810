import { Builder } from "./builder";

/** A string as UTF-8, with U+FFFD in place of every surrogate without its partner. */
export function encode(text: string): ArrayBuffer {
  return String.UTF8.encode(text, false, String.UTF8.ErrorMode.REPLACE);
}

/** UTF-8 as a string, with U+FFFD in place of every byte that is not valid. */
export function decode(bytes: ArrayBuffer, length: i32 = bytes.byteLength): string {
  const out = new Builder();
  const start = changetype<usize>(bytes);
  let at = 0;
  while (at < length) {
    const size = sequenceLength(start + at, length - at);
    if (size) addCodePoint(out, codePoint(start + at, size));
    else out.addUnit(0xfffd);
    at += max(size, 1);
  }
  return out.toString();
}

/** How many bytes the sequence at this address has, or 0 if it is not valid. */
function sequenceLength(address: usize, left: i32): i32 {
  const first = load<u8>(address);
  if (first < 0x80) return 1;
  const size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (size > left) return 0;
  for (let i = 1; i < size; i++) {
    if ((load<u8>(address + i) & 0xc0) != 0x80) return 0;
  }
  const code = size ? codePoint(address, size) : 0;
  const smallest = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0;
  return code < smallest || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? 0 : size;
}

function codePoint(address: usize, size: i32): i32 {
  let code: i32 = load<u8>(address);
  if (size == 1) return code;
  code &= 0x7f >> size;
  for (let i = 1; i < size; i++) code = (code << 6) | (load<u8>(address + i) & 0x3f);
  return code;
}

function addCodePoint(out: Builder, code: i32): void {
  if (code < 0x10000) {
    out.addUnit(code);
  } else {
    out.addUnit(0xd7c0 + (code >> 10));
    out.addUnit(0xdc00 | (code & 0x3ff));
  }
}
