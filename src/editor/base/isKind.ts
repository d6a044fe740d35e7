import { type Kind, kinds } from "../../contract/kind.ts";

/** Whether a value is a kind of output. */
export function isKind(value: unknown): value is Kind {
  return kinds.some((kind) => kind === value);
}
