/** What one stream event can change in the Response that is being assembled. */
import type { FunctionCall } from "../../contract/functionTools.ts";
import type { Annotation } from "../../contract/response.ts";

/** The location of a change: our own indexes in order of arrival, which never change. The wire's ids and indexes may. */
interface ItemLocation {
  item: number;
}
interface PartLocation extends ItemLocation {
  /** Numbers all parts of the item together: text, refusal, summary and reasoning. */
  part: number;
}

/** `summary`: a summary of the reasoning; `text`: the reasoning itself. */
type ReasoningSource = "summary" | "text";

/** Texts never end with the first half of a surrogate pair, which is held until the next delta. */
export type ResponseChange =
  | { type: "identified"; id: string }
  | ({ type: "itemAdded"; itemType: string } & ItemLocation)
  | ({ type: "itemDone"; itemType: string } & ItemLocation)
  /** Follows the end of its item, when the arguments are complete. */
  | ({ type: "functionCalled"; call: FunctionCall } & ItemLocation)
  | ({ type: "textAppended"; text: string } & PartLocation)
  | ({ type: "textReplaced"; text: string } & PartLocation)
  | ({ type: "refusalAppended"; text: string } & PartLocation)
  | ({ type: "refusalReplaced"; text: string } & PartLocation)
  | ({ type: "reasoningAppended"; text: string; source: ReasoningSource } & PartLocation)
  | ({ type: "reasoningReplaced"; text: string; source: ReasoningSource } & PartLocation)
  | ({ type: "annotationAdded"; annotation: Annotation } & PartLocation)
  | ({ type: "annotationsReplaced"; annotations: readonly Annotation[] } & PartLocation)
  /** A preview in base64; each replaces the previous one. */
  | ({ type: "imagePartial"; image: string } & ItemLocation)
  /** The finished image in base64, unchecked, as the service sent it. */
  | ({ type: "imageDone"; result: string } & ItemLocation);
