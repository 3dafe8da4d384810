import { addError, failed, newError } from "./failure";
import { Json } from "./json";

/**
 * The way through the pages of a list, whatever leads from one to the next: a
 * link, a cursor or a number. It ends after a number of pages, and when the
 * service leads back to a page that was there already.
 *
 *     const pages = new Pages("", 10);
 *     while (pages.next()) {
 *       // … ask for the page at pages.position …
 *       pages.then(nextCursor);
 *     }
 *     pages.addErrors();
 */
export class Pages {
  private count: i32 = 0;
  private pending: bool = true;
  private repeated: bool = false;
  private readonly seen: Array<string>;

  /**
   * The way from a first page: its URL, its cursor (often "") or its number. At
   * most so many pages are given, and at least one.
   */
  constructor(
    /** Where the page is that next went to. */
    public position: string,
    private readonly most: i32,
  ) {
    this.seen = [position];
  }

  /** Goes to the next page, if there is one, it may still be read and nothing failed. */
  next(): bool {
    if (failed() || !this.pending || this.count == max(this.most, 1)) return false;
    this.pending = false;
    this.count++;
    return true;
  }

  /** Says where the following page is; "" says that there is none. */
  then(position: string): void {
    if (!position.length) return;
    this.repeated = this.seen.includes(position);
    this.pending = !this.repeated;
    this.seen.push(position);
    this.position = position;
  }

  /** Says whether a page follows whose number is one more. */
  thenNumber(more: bool): void {
    if (more) this.then((I64.parseInt(this.position) + 1).toString());
  }

  /** Adds an error to the result if pages are missing. */
  addErrors(): void {
    const details = Json.object().set("next", Json.text(this.position));
    if (this.repeated) {
      const message = "The service leads back to a page that was there already, so the list may have more.";
      addError(newError("external_api_error", message, details));
    } else if (this.pending) {
      const message = "There are more pages than one call reads (" + max(this.most, 1).toString() + ").";
      addError(newError("not_attempted", message, details));
    }
  }
}
