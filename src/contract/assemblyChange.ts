/** Nothing in; the closed union of what one stream event can change in a Response that is being put together out. */
import type { ErrorObject } from "./errors.ts";
import type { Annotation } from "./response.ts";
import type { ResponseOutcome } from "./responseOutcome.ts";
import type { Usage } from "./usage.ts";

/** Where a change belongs: our own indexes, in order of arrival, which never change. The wire's ids and indexes may. */
interface ItemPlace {
  item: number;
}
interface PartPlace extends ItemPlace {
  /** Counts all parts of the item together: text, refusal, summary and reasoning. */
  part: number;
}

/** `summary`: a summary of the reasoning; `text`: the reasoning itself. */
export type ReasoningSource = "summary" | "text";

/** Texts never end in the first half of a surrogate pair: that half waits for the next delta. */
export type AssemblyChange =
  | { kind: "identified"; id: string }
  | ({ kind: "itemAdded"; type: string } & ItemPlace)
  | ({ kind: "itemDone"; type: string } & ItemPlace)
  | ({ kind: "textAppended"; text: string } & PartPlace)
  | ({ kind: "textReplaced"; text: string } & PartPlace)
  | ({ kind: "refusalAppended"; text: string } & PartPlace)
  | ({ kind: "refusalReplaced"; text: string } & PartPlace)
  | ({ kind: "reasoningAppended"; text: string; source: ReasoningSource } & PartPlace)
  | ({ kind: "reasoningReplaced"; text: string; source: ReasoningSource } & PartPlace)
  | ({ kind: "annotationAdded"; annotation: Annotation } & PartPlace)
  | ({ kind: "annotationsReplaced"; annotations: readonly Annotation[] } & PartPlace)
  /** A preview, base64; each replaces the one before. */
  | ({ kind: "imagePartial"; image: string } & ItemPlace)
  /** The finished image, base64 as the service sent it: it may be damaged. */
  | ({ kind: "imageDone"; result: string } & ItemPlace)
  | { kind: "usage"; usage: Usage }
  | { kind: "ended"; outcome: ResponseOutcome; error: ErrorObject | undefined; incompleteReason: string | undefined };
