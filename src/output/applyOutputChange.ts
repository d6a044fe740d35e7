import type { OutputChange } from "./outputChange.ts";
import type { OutputPart } from "./outputPart.ts";

function holdsText(part: OutputPart | undefined): part is Extract<OutputPart, { text: string }> {
  return part !== undefined && "text" in part;
}

/**
 * Changes the parts in place, so that the cost of appending a delta does not grow with the output. The change itself is neither kept nor
 * modified. A change to a missing part does nothing. @returns whether anything has changed.
 */
export function applyOutputChange(parts: OutputPart[], change: OutputChange): boolean {
  switch (change.type) {
    case "identified":
    case "functionCalled":
      return false;
    case "partAdded":
      if (parts.some(({ key }) => key === change.part.key)) return false;
      parts.push({ ...change.part });
      return true;
    default:
      return changePart(
        parts.findLast(({ key }) => key === change.key),
        change,
      );
  }
}

function changePart(
  part: OutputPart | undefined,
  change: Exclude<OutputChange, { type: "identified" | "functionCalled" | "partAdded" }>,
): boolean {
  switch (change.type) {
    case "textAppended":
      if (!holdsText(part)) return false;
      part.text += change.text;
      return true;
    case "textReplaced":
      if (!holdsText(part)) return false;
      part.text = change.text;
      return true;
    case "citationsChanged":
      if (part?.kind !== "text") return false;
      part.citations = change.citations;
      return true;
    case "imageChanged":
      if (part?.kind !== "image") return false;
      part.state = change.state;
      if (change.file !== undefined) part.file = change.file;
      return true;
    case "stepDone":
      if (part?.kind !== "step") return false;
      part.done = true;
      return true;
  }
}
