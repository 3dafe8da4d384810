//! JSON as a value, read and written. Numbers stay as they were written, so
//! that none loses a digit. Text that is not valid Unicode is read with the
//! replacement character U+FFFD in its place.

use std::fmt::{self, Display, Formatter, Write};

/// How deeply arrays and objects may be nested in a text that is read.
const MAX_DEPTH: usize = 512;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    /// A number, as it is written in JSON.
    Number(String),
    Text(String),
    List(Vec<Json>),
    /// Members in their order.
    Object(Vec<(String, Json)>),
}

/// An object with these members.
pub fn object<'a>(members: impl IntoIterator<Item = (&'a str, Json)>) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

impl Json {
    /// The one value that a text holds, or nothing if the text is not JSON.
    pub fn parse(text: &[u8]) -> Option<Json> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let value = parser.value()?;
        parser.space();
        (parser.at == text.len()).then(|| value)
    }

    /// A member of an object. Of several with the same name, the last counts.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// A member of an object within objects.
    pub fn at(&self, path: &[&str]) -> Option<&Json> {
        path.iter().try_fold(self, |value, name| value.get(name))
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Json::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_list(&self) -> Option<&[Json]> {
        match self {
            Json::List(items) => Some(items),
            _ => None,
        }
    }

    /// A number that fits into the type that the caller asks for.
    pub fn as_number<N: std::str::FromStr>(&self) -> Option<N> {
        match self {
            Json::Number(digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// Whether this is a number without fraction and exponent.
    pub fn is_integer(&self) -> bool {
        matches!(self, Json::Number(digits) if digits.bytes().all(|b| b == b'-' || b.is_ascii_digit()))
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.to_string())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::Text(text)
    }
}

impl From<i32> for Json {
    fn from(number: i32) -> Json {
        Json::Number(number.to_string())
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Json {
        Json::Number(number.to_string())
    }
}

impl From<f64> for Json {
    /// JSON has no infinity and no NaN: they become null.
    fn from(number: f64) -> Json {
        if number.is_finite() {
            Json::Number(number.to_string())
        } else {
            Json::Null
        }
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}

impl From<usize> for Json {
    fn from(number: usize) -> Json {
        Json::Number(number.to_string())
    }
}

impl FromIterator<Json> for Json {
    fn from_iter<I: IntoIterator<Item = Json>>(items: I) -> Json {
        Json::List(items.into_iter().collect())
    }
}

impl Display for Json {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Number(digits) => out.write_str(digits),
            Json::Text(text) => write_text(out, text),
            Json::List(items) => write_all(out, ['[', ']'], items, |out, item| write!(out, "{item}")),
            Json::Object(members) => write_all(out, ['{', '}'], members, |out, (name, value)| {
                write_text(out, name)?;
                write!(out, ":{value}")
            }),
        }
    }
}

fn write_all<T>(
    out: &mut Formatter,
    [open, close]: [char; 2],
    items: &[T],
    write: impl Fn(&mut Formatter, &T) -> fmt::Result,
) -> fmt::Result {
    out.write_char(open)?;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.write_char(',')?;
        }
        write(out, item)?;
    }
    out.write_char(close)
}

fn write_text(out: &mut Formatter, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= b' ' && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.write_str(&text[plain..at])?;
        plain = at + 1;
        match byte {
            b'"' => out.write_str("\\\"")?,
            b'\\' => out.write_str("\\\\")?,
            b'\n' => out.write_str("\\n")?,
            b'\r' => out.write_str("\\r")?,
            b'\t' => out.write_str("\\t")?,
            _ => write!(out, "\\u{byte:04x}")?,
        }
    }
    out.write_str(&text[plain..])?;
    out.write_char('"')
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn value(&mut self) -> Option<Json> {
        self.space();
        match self.peek()? {
            b'{' => self.nested(Parser::object),
            b'[' => self.nested(Parser::list),
            b'"' => self.string().map(Json::Text),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'n' => self.word("null", Json::Null),
            _ => self.number(),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Option<Json>) -> Option<Json> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.at += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn object(&mut self) -> Option<Json> {
        let mut members = Vec::new();
        while self.another(b'}', members.is_empty())? {
            self.space();
            let name = self.string()?;
            self.space();
            self.expect(b':')?;
            members.push((name, self.value()?));
        }
        Some(Json::Object(members))
    }

    fn list(&mut self) -> Option<Json> {
        let mut items = Vec::new();
        while self.another(b']', items.is_empty())? {
            items.push(self.value()?);
        }
        Some(Json::List(items))
    }

    /// Passes the comma before the next item, or the end of the items.
    fn another(&mut self, end: u8, first: bool) -> Option<bool> {
        self.space();
        if self.peek()? == end {
            self.at += 1;
            return Some(false);
        }
        if !first {
            self.expect(b',')?;
        }
        Some(true)
    }

    fn word(&mut self, word: &str, value: Json) -> Option<Json> {
        word.bytes().try_for_each(|byte| self.expect(byte))?;
        Some(value)
    }

    fn number(&mut self) -> Option<Json> {
        let start = self.at;
        self.skip(b"-");
        if !self.skip(b"0") {
            self.digits()?;
        }
        if self.skip(b".") {
            self.digits()?;
        }
        if self.skip(b"eE") {
            self.skip(b"+-");
            self.digits()?;
        }
        let digits = String::from_utf8_lossy(&self.text[start..self.at]);
        Some(Json::Number(digits.into_owned()))
    }

    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.skip(b"0123456789") {}
        (self.at > start).then(|| ())
    }

    fn string(&mut self) -> Option<String> {
        self.expect(b'"')?;
        let mut text = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek()?, b'"' | b'\\' | 0..=0x1f) {
                self.at += 1;
            }
            text.push_str(&String::from_utf8_lossy(&self.text[start..self.at]));
            match self.next()? {
                b'"' => return Some(text),
                b'\\' => text.push(self.escape()?),
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        match self.next()? {
            b'u' => self.unicode(),
            b'b' => Some('\u{8}'),
            b'f' => Some('\u{c}'),
            b'n' => Some('\n'),
            b'r' => Some('\r'),
            b't' => Some('\t'),
            byte @ (b'"' | b'\\' | b'/') => Some(byte.into()),
            _ => None,
        }
    }

    /// The character after `\u`: four digits, or a pair of surrogates.
    fn unicode(&mut self) -> Option<char> {
        let high = self.hex()?;
        if (0xd800..0xdc00).contains(&high) && self.text[self.at..].starts_with(b"\\u") {
            let after_high = self.at;
            self.at += 2;
            let low = self.hex()?;
            if (0xdc00..0xe000).contains(&low) {
                return char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
            }
            self.at = after_high;
        }
        Some(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Option<u32> {
        (0..4).try_fold(0, |code, _| Some(code * 16 + char::from(self.next()?).to_digit(16)?))
    }

    fn space(&mut self) {
        while self.skip(b" \t\r\n") {}
    }

    fn skip(&mut self, any_of: &[u8]) -> bool {
        let found = self.peek().map_or(false, |byte| any_of.contains(&byte));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.skip(&[byte]).then(|| ())
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::Json;

    fn written(text: &str) -> Option<String> {
        Json::parse(text.as_bytes()).map(|value| value.to_string())
    }

    #[test]
    fn writes_what_it_read() {
        for text in [
            "null",
            "true",
            "false",
            "0",
            "-1.50e+3",
            "9007199254740993",
            "\"\"",
            "[]",
            "{}",
            "[1,[2,{\"a\":null}]]",
            "\"Grüße 🔦\"",
            "\"\\u0000\\\\\\\"\\n\"",
        ] {
            assert_eq!(written(text).as_deref(), Some(text));
        }
    }

    #[test]
    fn refuses_what_is_not_json() {
        for text in
            ["", "01", "1.", "-", "+1", "[1,]", "[,1]", "{\"a\"}", "{a:1}", "\"\n\"", "\"\\x\"", "tru", "1 2", "\"a"]
        {
            assert_eq!(written(text), None, "{text}");
        }
    }

    #[test]
    fn reads_surrogates() {
        assert_eq!(written(r#""\ud83d\udd26""#).as_deref(), Some("\"🔦\""));
        assert_eq!(written(r#""\ud83d""#).as_deref(), Some("\"\u{fffd}\""));
        assert_eq!(written(r#""\ud83d\u0041""#).as_deref(), Some("\"\u{fffd}A\""));
        assert_eq!(written(r#""\udd26\ud83d\udd26""#).as_deref(), Some("\"\u{fffd}🔦\""));
    }

    #[test]
    fn limits_the_depth() {
        assert!(written(&("[".repeat(512) + &"]".repeat(512))).is_some());
        assert!(written(&("[".repeat(513) + &"]".repeat(513))).is_none());
    }
}
