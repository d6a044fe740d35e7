/** An error that a provider reported in the place of an answer, or in the middle of it. */
export class StreamedError extends Error {
  override readonly name = "StreamedError";
  /** What was received, in the provider's form. */
  readonly reported: unknown;
  /** Whether a part of a result came before it, which is billed: then the request is not sent again. */
  readonly followsPart: boolean;

  constructor(reported: unknown, { followsPart = false }: { followsPart?: boolean } = {}) {
    super("The provider reported an error.");
    this.reported = reported;
    this.followsPart = followsPart;
  }
}
