/** Bytes as text, in the alphabet of RFC 4648, section 4, with its padding. */
import { Builder } from "./builder";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PADDING = 0x3d;

export function encodeBase64(bytes: ArrayBuffer): string {
  const out = new Builder();
  const start = changetype<usize>(bytes);
  for (let i = 0; i < bytes.byteLength; i += 3) {
    const left = bytes.byteLength - i;
    let group = 0;
    for (let at = 0; at < 3; at++) group = (group << 8) | (at < left ? <i32>load<u8>(start + i + at) : 0);
    for (let at = 0; at < 4; at++) {
      out.addUnit(at > left ? PADDING : ALPHABET.charCodeAt((group >> (18 - 6 * at)) & 63));
    }
  }
  return out.toString();
}

/** The bytes, or null if the text is not base64. */
export function decodeBase64(text: string): ArrayBuffer | null {
  let digits = text.length;
  while (digits > 0 && text.charCodeAt(digits - 1) == PADDING) digits--;
  if (text.length % 4 != 0 || text.length - digits > 2) return null;
  const bytes = new ArrayBuffer(<i32>((<i64>digits * 3) / 4));
  let end = changetype<usize>(bytes);
  for (let i = 0; i < digits; i += 4) {
    const left = min(digits - i, 4);
    let group = 0;
    for (let at = 0; at < 4; at++) {
      const value = at < left ? digitValue(text.charCodeAt(i + at)) : 0;
      if (value < 0) return null;
      group = (group << 6) | value;
    }
    for (let at = 0; at + 1 < left; at++) store<u8>(end++, group >> (16 - 8 * at));
  }
  return bytes;
}

/** The value of a digit, or -1. */
function digitValue(digit: i32): i32 {
  if (digit >= 0x41 && digit <= 0x5a) return digit - 0x41;
  if (digit >= 0x61 && digit <= 0x7a) return digit - 0x61 + 26;
  if (digit >= 0x30 && digit <= 0x39) return digit - 0x30 + 52;
  return digit == 0x2b ? 62 : digit == 0x2f ? 63 : -1;
}
