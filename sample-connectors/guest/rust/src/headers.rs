//! What the values of headers hold.

/// The target of the link with this relation in the value of a header `Link`
/// (RFC 8288). A link with an anchor is about something else.
pub fn link(value: &str, relation: &str) -> Option<String> {
    split(value, b',').into_iter().find_map(|link| target(&split(link, b';'), relation))
}

fn target(parts: &[&str], relation: &str) -> Option<String> {
    let target = parts[0].trim().strip_prefix('<')?.strip_suffix('>').filter(|target| !target.is_empty())?;
    let mut relations = None;
    for part in &parts[1..] {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        match name.trim().to_ascii_lowercase().as_str() {
            "anchor" => return None,
            "rel" if relations.is_none() => relations = Some(value.trim().trim_matches('"')),
            _ => {}
        }
    }
    let found = relations?.split_whitespace().any(|one| one.eq_ignore_ascii_case(relation));
    found.then(|| target.to_string())
}

/// Takes a value apart at a separator that stands neither in quotation marks nor
/// in angle brackets.
pub fn split(text: &str, separator: u8) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut quoted, mut bracketed, mut escaped) = (0, false, false, false);
    for (at, byte) in text.bytes().enumerate() {
        let plain = !std::mem::take(&mut escaped);
        match byte {
            b'\\' if quoted && plain => escaped = true,
            b'"' if plain && !bracketed => quoted = !quoted,
            b'<' | b'>' if !quoted => bracketed = byte == b'<',
            _ if byte == separator && !quoted && !bracketed => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// A link's target as a whole URL, by the URL that it was found at. Dot segments
/// stay.
pub fn resolved(base: &str, target: &str) -> String {
    let scheme = base.find("://").map_or(0, |at| at + 1);
    let authority = base.len().min(scheme + 2);
    let path = end_of(base, authority, "/?#");
    let query = end_of(base, path, "?#");
    let kept = match target.bytes().next() {
        _ if has_scheme(target) => 0,
        Some(b'#') => end_of(base, query, "#"),
        Some(b'/') if target.starts_with("//") => scheme,
        Some(b'/') => path,
        Some(b'?') => query,
        _ => match base[path..query].rfind('/') {
            Some(slash) => path + slash + 1,
            None => return format!("{}/{target}", &base[..path]),
        },
    };
    format!("{}{target}", &base[..kept])
}

fn end_of(text: &str, from: usize, any_of: &str) -> usize {
    text[from..].find(|c| any_of.contains(c)).map_or(text.len(), |at| from + at)
}

fn has_scheme(target: &str) -> bool {
    let end = end_of(target, 0, ":/?#");
    end > 0 && target[end..].starts_with(':')
}

#[cfg(test)]
mod tests {
    use super::{link, resolved};

    #[test]
    fn finds_the_link_of_a_relation() {
        for (value, found) in [
            ("<https://x.example/2>; rel=\"next\"", Some("https://x.example/2")),
            ("<a,b>; rel=prev, <c;d>;REL=Next ", Some("c;d")),
            ("<a>; title=\"x, <y>; rel=next\"; rel=\"prev next\"", Some("a")),
            ("<a>; rel=prev; rel=next", None),
            ("<a>; rel=next; anchor=\"#b\"", None),
            ("a; rel=next", None),
            ("<a>", None),
            ("<>; rel=next, <b>; rel=next", Some("b")),
            ("", None),
        ] {
            assert_eq!(link(value, "next").as_deref(), found, "{value}");
        }
    }

    #[test]
    fn resolves_what_is_relative() {
        for (target, whole) in [
            ("https://y.example/", "https://y.example/"),
            ("//y.example/z", "https://y.example/z"),
            ("/z?p=2", "https://x.example/z?p=2"),
            ("?p=2", "https://x.example/a/b?p=2"),
            ("c:d", "c:d"),
            ("c", "https://x.example/a/c"),
            ("#g", "https://x.example/a/b?p=1#g"),
            ("../c", "https://x.example/a/../c"),
        ] {
            assert_eq!(resolved("https://x.example/a/b?p=1#f", target), whole, "{target}");
        }
        assert_eq!(resolved("https://x.example", "c"), "https://x.example/c");
    }
}
