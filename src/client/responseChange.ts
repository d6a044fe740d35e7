/** What one stream event can change in the Response that is being assembled. */
import type { FunctionCall } from "../contract/functionTools.ts";
import type { Annotation } from "../contract/response.ts";

/** Where a change belongs: our own indexes, in order of arrival, which never change. The wire's ids and indexes may. */
interface ItemLocation {
  item: number;
}
interface PartLocation extends ItemLocation {
  /** Counts all parts of the item together: text, refusal, summary and reasoning. */
  part: number;
}

/** `summary`: a summary of the reasoning; `text`: the reasoning itself. */
type ReasoningSource = "summary" | "text";

/** Texts never end in the first half of a surrogate pair: that half waits for the next delta. */
export type ResponseChange =
  | { type: "identified"; id: string }
  | ({ type: "itemAdded"; itemType: string } & ItemLocation)
  | ({ type: "itemDone"; itemType: string } & ItemLocation)
  /** Follows the end of its item: the arguments are whole. */
  | ({ type: "functionCalled"; call: FunctionCall } & ItemLocation)
  | ({ type: "textAppended"; text: string } & PartLocation)
  | ({ type: "textReplaced"; text: string } & PartLocation)
  | ({ type: "refusalAppended"; text: string } & PartLocation)
  | ({ type: "refusalReplaced"; text: string } & PartLocation)
  | ({ type: "reasoningAppended"; text: string; source: ReasoningSource } & PartLocation)
  | ({ type: "reasoningReplaced"; text: string; source: ReasoningSource } & PartLocation)
  | ({ type: "annotationAdded"; annotation: Annotation } & PartLocation)
  | ({ type: "annotationsReplaced"; annotations: readonly Annotation[] } & PartLocation)
  /** A preview, base64; each replaces the one before. */
  | ({ type: "imagePartial"; image: string } & ItemLocation)
  /** The finished image, base64 as the service sent it: it may be damaged. */
  | ({ type: "imageDone"; result: string } & ItemLocation);
