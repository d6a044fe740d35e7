/** Any value in; whether it is a kind of output out. */
import { type Kind, kinds } from "../contract/kind.ts";

export function isKind(value: unknown): value is Kind {
  return kinds.some((kind) => kind === value);
}
