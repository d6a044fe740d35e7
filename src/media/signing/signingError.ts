/** Why a file was not signed; the message is for the user, and contains no key. */
export class SigningError extends Error {
  override readonly name = "SigningError";
  /** `certificate`: the user's files; `missing`: the tool; `refused`: the tool reported an error. */
  readonly kind: "certificate" | "missing" | "refused";

  constructor(kind: SigningError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
