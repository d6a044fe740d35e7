/** Parses one server-sent event. */
import { type StreamEvent, streamEventSchema } from "../../contract/streamEvents.ts";
import { readTextDelta } from "./readTextDelta.ts";

type TextDelta = Extract<StreamEvent, { type: "response.output_text.delta" }>;
type Fields = Record<string, unknown>;

const textDelta = "response.output_text.delta";

const isOptionalNumber = (value: unknown) => value === undefined || value === null || typeof value === "number";
const isOptionalText = (value: unknown) => value === undefined || value === null || typeof value === "string";

/** Checks a text delta as its schema would, in a tenth of the time: nearly all events of a stream are deltas. */
function isTextDelta(fields: Fields): fields is Fields & TextDelta {
  return (
    fields.type === textDelta &&
    typeof fields.delta === "string" &&
    isOptionalText(fields.item_id) &&
    isOptionalNumber(fields.output_index) &&
    isOptionalNumber(fields.content_index) &&
    isOptionalNumber(fields.sequence_number)
  );
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** Adds a missing type: some services only set it in `event:`, or send a bare error body. */
function withType(fields: Fields, name: string | undefined): Fields {
  if (typeof fields.type === "string" && (fields.type.startsWith("response.") || fields.type === "error")) return fields;
  if (name === "error" || isFields(fields.error)) return { ...fields, type: "error" };
  return name === undefined ? fields : { ...fields, type: name };
}

/** Reads an error event in any of its forms: `error` as an object or a text, or its fields beside `type`. */
function readErrorEvent(fields: Fields): StreamEvent {
  const parsed = streamEventSchema.safeParse(fields);
  if (parsed.success && (parsed.data.type !== "error" || parsed.data.error || parsed.data.message || parsed.data.code)) return parsed.data;
  const text = typeof fields.error === "string" ? fields.error : typeof fields.message === "string" ? fields.message : null;
  return { type: "error", error: { message: text } };
}

/** Never throws. Returns undefined for `data` that is not JSON and for events that no schema matches. */
export function readStreamEvent(data: string, name: string | undefined): StreamEvent | undefined {
  const usual = readTextDelta(data);
  if (usual) return usual;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (!isFields(value)) return undefined;
  if (isTextDelta(value)) {
    // The same string for all deltas: comparing the type then compares addresses, not characters.
    value.type = textDelta;
    return value;
  }
  const fields = withType(value, name);
  if (fields.type === "error") return readErrorEvent(fields);
  return streamEventSchema.safeParse(fields).data;
}
