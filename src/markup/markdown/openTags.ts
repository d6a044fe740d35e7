/** The elements that raw HTML opens in one part of a text and closes in a later one. */
export class OpenTags {
  /** Names of the elements that are open before the part, outermost first. */
  readonly before: readonly string[];
  /** How many of them are still open after it. */
  kept: number;
  /** Names of the elements that the part opens and does not close, outermost first. */
  opened: readonly string[] = [];

  constructor(before: readonly string[]) {
    this.before = before;
    this.kept = before.length;
  }
}
