use crate::error::Error;

/// The way through the pages of a list, whatever leads from one to the next: a
/// link, a cursor or a number. It ends after a number of pages, and when the
/// service leads back to a page that was there already.
///
/// ```
/// # use airlock::Pages;
/// # let next_cursor = |_: &str| Some("b".to_string());
/// let mut pages = Pages::new("", 10);
/// while let Some(position) = pages.next_page() {
///     // … ask for the page at this position …
///     pages.then(next_cursor(&position).as_deref());
/// }
/// assert_eq!(pages.errors().len(), 1); // the errors of a partial result: "b" led to itself
/// ```
pub struct Pages {
    position: String,
    most: usize,
    count: usize,
    pending: bool,
    repeated: bool,
    seen: Vec<String>,
}

impl Pages {
    /// The way from a first page: its URL, its cursor (often "") or its number.
    /// At most so many pages are given, and at least one.
    pub fn new(first: &str, most: usize) -> Pages {
        Pages {
            position: first.to_string(),
            most: most.max(1),
            count: 0,
            pending: true,
            repeated: false,
            seen: vec![first.to_string()],
        }
    }

    /// Where the next page is, if there is one and it may still be read.
    pub fn next_page(&mut self) -> Option<String> {
        if !self.pending || self.count == self.most {
            return None;
        }
        self.pending = false;
        self.count += 1;
        Some(self.position.clone())
    }

    /// Says where the following page is; nothing, or "", says that there is none.
    pub fn then(&mut self, position: Option<&str>) {
        let position = match position {
            None | Some("") => return,
            Some(position) => position.to_string(),
        };
        self.repeated = self.seen.contains(&position);
        self.pending = !self.repeated;
        self.seen.push(position.clone());
        self.position = position;
    }

    /// Says whether a page follows whose number is one more.
    pub fn then_number(&mut self, more: bool) {
        if let (true, Ok(number)) = (more, self.position.parse::<u64>()) {
            self.then(Some(&(number + 1).to_string()));
        }
    }

    /// Which pages are missing, as the errors of a partial result. It is empty if
    /// the last page was read.
    pub fn errors(&self) -> Vec<Error> {
        let error = if self.repeated {
            let message = "The service leads back to a page that was there already, so the list may have more.";
            Error::new("external_api_error", message)
        } else if self.pending {
            Error::new("not_attempted", format!("There are more pages than one call reads ({}).", self.most))
        } else {
            return Vec::new();
        };
        vec![error.with("next", self.position.as_str().into())]
    }
}
