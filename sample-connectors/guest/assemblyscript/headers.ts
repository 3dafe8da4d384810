/** What the values of headers hold. */

/** A name in lower case, as far as it is ASCII. */
export function lower(name: string): string {
  let result = "";
  for (let i = 0; i < name.length; i++) {
    const unit = name.charCodeAt(i);
    result += String.fromCharCode(unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit);
  }
  return result;
}

/**
 * The target of the link with this relation in the value of a header Link (RFC
 * 8288), or "". A link with an anchor is about something else.
 */
export function linkIn(value: string, relation: string): string {
  const links = split(value, 0x2c); // ,
  for (let i = 0; i < links.length; i++) {
    const target = targetOf(split(links[i], 0x3b), lower(relation)); // ;
    if (target.length) return target;
  }
  return "";
}

function targetOf(parts: Array<string>, relation: string): string {
  const target = parts[0].trim();
  if (!target.startsWith("<") || !target.endsWith(">")) return "";
  let relations: string | null = null;
  for (let i = 1; i < parts.length; i++) {
    const name = lower(nameOf(parts[i]));
    if (name == "anchor") return "";
    if (name == "rel" && relations === null) relations = valueOf(parts[i]);
  }
  if (relations === null) return "";
  const words = unquoted(relations).split(" ");
  for (let i = 0; i < words.length; i++) {
    if (lower(words[i]) == relation) return target.substring(1, target.length - 1);
  }
  return "";
}

function unquoted(value: string): string {
  const start = value.startsWith('"') ? 1 : 0;
  const end = value.endsWith('"') ? value.length - 1 : value.length;
  return value.substring(start, max(end, start));
}

export function nameOf(parameter: string): string {
  const equals = parameter.indexOf("=");
  return (equals < 0 ? parameter : parameter.substring(0, equals)).trim();
}

export function valueOf(parameter: string): string {
  const equals = parameter.indexOf("=");
  return equals < 0 ? "" : parameter.substring(equals + 1).trim();
}

/** Takes a value apart at a separator that stands neither in quotation marks nor in angle brackets. */
export function split(text: string, separator: i32): Array<string> {
  const parts = new Array<string>();
  let start = 0;
  let quoted = false;
  let bracketed = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (quoted && unit == 0x5c) i++; // backslash
    else if (unit == 0x22 && !bracketed) quoted = !quoted; // "
    else if (!quoted && (unit == 0x3c || unit == 0x3e)) bracketed = unit == 0x3c; // < >
    else if (!quoted && !bracketed && unit == separator) {
      parts.push(text.substring(start, i));
      start = i + 1;
    }
  }
  parts.push(text.substring(start));
  return parts;
}

/** A link's target as a whole URL, by the URL that it was found at. Dot segments stay. */
export function resolved(base: string, target: string): string {
  const scheme = base.indexOf("://") + 1;
  const path = endOf(base, scheme + 2, "/?#");
  const query = endOf(base, path, "?#");
  if (hasScheme(target)) return target;
  if (target.startsWith("#")) return base.substring(0, endOf(base, query, "#")) + target;
  if (target.startsWith("//")) return base.substring(0, scheme) + target;
  if (target.startsWith("/")) return base.substring(0, path) + target;
  if (target.startsWith("?")) return base.substring(0, query) + target;
  const slash = base.lastIndexOf("/", query - 1);
  return slash < path ? base.substring(0, path) + "/" + target : base.substring(0, slash + 1) + target;
}

function hasScheme(target: string): bool {
  const end = endOf(target, 0, ":/?#");
  return end > 0 && end < target.length && target.charCodeAt(end) == 0x3a; // :
}

/** The place of one of these characters at or behind a place, or the end. */
function endOf(text: string, from: i32, anyOf: string): i32 {
  let at = min(from, text.length);
  while (at < text.length && !anyOf.includes(text.charAt(at))) at++;
  return at;
}
