/**
 * JSON as a value, read and written. Numbers stay as they were written, so that
 * none loses a digit.
 */
import { Builder } from "./builder";

/** How deeply arrays and objects may be nested in a text that is read. */
const MAX_DEPTH = 512;

export enum Kind {
  NULL,
  BOOL,
  NUMBER,
  TEXT,
  LIST,
  OBJECT,
}

const NO_ITEMS: Array<Json> = [];
const NO_NAMES: Array<string> = [];

/** A JSON value. */
export class Json {
  /** The members of an object or the items of a list, in their order. */
  readonly items: Array<Json>;
  /** The names of an object's members. */
  readonly names: Array<string>;

  constructor(
    readonly kind: Kind,
    /** The characters of a text; a number, true, false or null as it is written. */
    readonly text: string = "",
  ) {
    this.items = kind == Kind.LIST || kind == Kind.OBJECT ? new Array<Json>() : NO_ITEMS;
    this.names = kind == Kind.OBJECT ? new Array<string>() : NO_NAMES;
  }

  static text(value: string): Json {
    return new Json(Kind.TEXT, value);
  }

  static integer(value: i64): Json {
    return new Json(Kind.NUMBER, value.toString());
  }

  /** A number; null if it is infinite or none. */
  static float(value: f64): Json {
    return isFinite(value) ? new Json(Kind.NUMBER, value.toString()) : new Json(Kind.NULL, "null");
  }

  static bool(value: bool): Json {
    return new Json(Kind.BOOL, value ? "true" : "false");
  }

  static list(): Json {
    return new Json(Kind.LIST);
  }

  static object(): Json {
    return new Json(Kind.OBJECT);
  }

  /** The one value that a text holds, or null if the text is not JSON. */
  static parse(text: string): Json | null {
    return new Parser(text).document();
  }

  /** A member of an object, or null. Of several with one name, the last counts. */
  get(name: string): Json | null {
    const index = this.names.lastIndexOf(name);
    return index < 0 ? null : this.items[index];
  }

  /** The text of a member, or "" if there is none. */
  textOf(name: string): string {
    const member = this.get(name);
    return member && member.kind == Kind.TEXT ? member.text : "";
  }

  /** Adds a member to this object. */
  set(name: string, value: Json): Json {
    this.names.push(name);
    return this.add(value);
  }

  /** Adds an item to this list. */
  add(value: Json): Json {
    this.items.push(value);
    return this;
  }

  /** Whether this is a number without fraction and exponent. */
  get isInteger(): bool {
    return this.kind == Kind.NUMBER
      && !this.text.includes(".") && !this.text.includes("e") && !this.text.includes("E");
  }

  /** Whether this is an integer of at most 64 bits. */
  get isInt(): bool {
    if (!this.isInteger) return false;
    const negative = this.text.startsWith("-");
    const digits = negative ? this.text.substring(1) : this.text;
    return digits.length < 19 || (digits.length == 19 && U64.parseInt(digits) <= <u64>i64.MAX_VALUE + u64(negative));
  }

  /** The value of an integer of at most 64 bits. */
  toInt(): i64 {
    return this.isInt ? I64.parseInt(this.text) : 0;
  }

  /** The value of a number; NaN if this is none. */
  toFloat(): f64 {
    return this.kind == Kind.NUMBER ? parseFloat(this.text) : NaN;
  }

  /** Whether this is true. */
  get isTrue(): bool {
    return this.kind == Kind.BOOL && this.text == "true";
  }

  /** This value, written as JSON. */
  toString(): string {
    const out = new Builder();
    this.write(out);
    return out.toString();
  }

  private write(out: Builder): void {
    switch (this.kind) {
      case Kind.TEXT: writeText(out, this.text); break;
      case Kind.LIST: this.writeItems(out, "[", "]"); break;
      case Kind.OBJECT: this.writeItems(out, "{", "}"); break;
      default: out.add(this.text);
    }
  }

  private writeItems(out: Builder, open: string, close: string): void {
    out.add(open);
    for (let i = 0; i < this.items.length; i++) {
      if (i > 0) out.add(",");
      if (this.kind == Kind.OBJECT) {
        writeText(out, this.names[i]);
        out.add(":");
      }
      this.items[i].write(out);
    }
    out.add(close);
  }
}

function writeText(out: Builder, text: string): void {
  out.add('"');
  let plain = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x20 && unit != 0x22 && unit != 0x5c) continue;
    out.add(text, plain, i);
    plain = i + 1;
    if (unit < 0x20) {
      out.add("\\u" + unit.toString(16).padStart(4, "0"));
    } else {
      out.add("\\");
      out.addUnit(unit);
    }
  }
  out.add(text, plain);
  out.add('"');
}

/** Reads JSON. A method that does not find what it expects returns null or false. */
class Parser {
  private at: i32 = 0;
  private depth: i32 = 0;

  constructor(private readonly text: string) {}

  document(): Json | null {
    const value = this.value();
    this.space();
    return this.at == this.text.length ? value : null;
  }

  private value(): Json | null {
    this.space();
    switch (this.peek()) {
      case 0x7b: return this.nested(Json.object(), 0x7d); // { }
      case 0x5b: return this.nested(Json.list(), 0x5d); // [ ]
      case 0x22: return this.string(); // "
      case 0x74: return this.word("true", Kind.BOOL);
      case 0x66: return this.word("false", Kind.BOOL);
      case 0x6e: return this.word("null", Kind.NULL);
      default: return this.number();
    }
  }

  private nested(container: Json, end: i32): Json | null {
    if (this.depth == MAX_DEPTH) return null;
    this.depth++;
    this.at++;
    const complete = this.fill(container, end);
    this.depth--;
    return complete ? container : null;
  }

  private fill(container: Json, end: i32): bool {
    this.space();
    if (this.accept(end)) return true;
    do {
      if (container.kind == Kind.OBJECT && !this.name(container)) return false;
      const item = this.value();
      if (!item) return false;
      container.add(item);
      this.space();
    } while (this.accept(0x2c)); // ,
    return this.accept(end);
  }

  private name(container: Json): bool {
    this.space();
    const name = this.string();
    if (!name) return false;
    container.names.push(name.text);
    this.space();
    return this.accept(0x3a); // :
  }

  private word(word: string, kind: Kind): Json | null {
    if (this.text.substring(this.at, this.at + word.length) != word) return null;
    this.at += word.length;
    return new Json(kind, word);
  }

  private number(): Json | null {
    const start = this.at;
    this.accept(0x2d); // -
    if (!this.accept(0x30) && !this.digits()) return null;
    if (this.accept(0x2e) && !this.digits()) return null; // .
    if (this.accept(0x65) || this.accept(0x45)) { // e E
      if (!this.accept(0x2b)) this.accept(0x2d); // + -
      if (!this.digits()) return null;
    }
    return new Json(Kind.NUMBER, this.text.substring(start, this.at));
  }

  private digits(): bool {
    const start = this.at;
    while (this.peek() >= 0x30 && this.peek() <= 0x39) this.at++;
    return this.at > start;
  }

  private string(): Json | null {
    if (!this.accept(0x22)) return null;
    const start = this.at;
    while (this.peek() >= 0x20 && this.peek() != 0x22 && this.peek() != 0x5c) this.at++;
    return this.accept(0x22) ? Json.text(this.text.substring(start, this.at - 1)) : this.escapedString(start);
  }

  /** A string with escapes, of which this much has been passed. */
  private escapedString(start: i32): Json | null {
    const out = new Builder();
    out.add(this.text, start, this.at);
    while (!this.accept(0x22)) {
      if (this.peek() < 0x20) return null;
      const unit = this.accept(0x5c) ? this.escape() : this.text.charCodeAt(this.at++);
      if (unit < 0) return null;
      out.addUnit(unit);
    }
    return Json.text(out.toString());
  }

  /** The code unit that an escape stands for, or -1. */
  private escape(): i32 {
    const name = this.peek();
    this.at++;
    switch (name) {
      case 0x22: case 0x2f: case 0x5c: return name; // " / backslash
      case 0x62: return 0x08; // b
      case 0x66: return 0x0c; // f
      case 0x6e: return 0x0a; // n
      case 0x72: return 0x0d; // r
      case 0x74: return 0x09; // t
      case 0x75: return this.hex(); // u
      default: return -1;
    }
  }

  private hex(): i32 {
    let unit = 0;
    for (let i = 0; i < 4; i++) {
      const digit = this.peek();
      if (digit >= 0x30 && digit <= 0x39) unit = unit * 16 + digit - 0x30;
      else if (digit >= 0x41 && digit <= 0x46) unit = unit * 16 + digit - 0x37;
      else if (digit >= 0x61 && digit <= 0x66) unit = unit * 16 + digit - 0x57;
      else return -1;
      this.at++;
    }
    return unit;
  }

  private space(): void {
    while (this.accept(0x20) || this.accept(0x0a) || this.accept(0x0d) || this.accept(0x09)) {}
  }

  private accept(unit: i32): bool {
    if (this.peek() != unit) return false;
    this.at++;
    return true;
  }

  /** The next code unit, or -1 at the end. */
  private peek(): i32 {
    return this.at < this.text.length ? this.text.charCodeAt(this.at) : -1;
  }
}
