import { decode, encode } from "./utf8";

/** Names and values as a query or a form holds them, in their order and escaped. */
export class Params {
  private written: string = "";

  /** Adds a parameter. */
  add(name: string, value: string): Params {
    if (this.written.length) this.written += "&";
    this.written += escape(name) + "=" + escape(value);
    return this;
  }

  /** Adds a parameter if its value is not empty. */
  addOptional(name: string, value: string): Params {
    return value.length ? this.add(name, value) : this;
  }

  /** A URL with these parameters at the end of its query. */
  on(url: string): string {
    if (!this.written.length) return url;
    return url + (url.includes("?") ? "&" : "?") + this.written;
  }

  /** The parameters as the body of a form. */
  toString(): string {
    return this.written;
  }
}

/** A text, escaped as one segment of a URL path or one value of a query. */
export function escape(text: string): string {
  const escaped = encodeURIComponent(decode(encode(text)));
  let whole = "";
  let plain = 0;
  for (let i = 0; i < escaped.length; i++) {
    const unit = escaped.charCodeAt(i);
    // encodeURIComponent leaves ! ' ( ) * as they are
    if (unit != 0x21 && (unit < 0x27 || unit > 0x2a)) continue;
    whole += escaped.substring(plain, i) + "%" + (unit == 0x2a ? "2A" : unit.toString(16));
    plain = i + 1;
  }
  return whole + escaped.substring(plain);
}
