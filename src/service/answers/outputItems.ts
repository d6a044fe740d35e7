/** Items of a Response. Source: spec, "Output items of a Response"; `function_call` as in the Responses format. */
import type { TextCitation } from "../../contract/generationRequest.ts";
import { isJsonObject } from "../../contract/jsonObject.ts";
import { tryParseJson } from "../../contract/tryParseJson.ts";
import type { StoredCall, StoredItem } from "../store/storedTask.ts";

type ItemStatus = "in_progress" | "completed" | "incomplete";

export interface ResponseCitation {
  type: "url_citation";
  url: string;
  title: string;
  start_index: number;
  end_index: number;
}
type MessagePart =
  | { type: "output_text"; text: string; annotations: ResponseCitation[]; logprobs?: never[] }
  | { type: "refusal"; refusal: string };

export type ResponseItem =
  | { id: string; type: "reasoning"; status: ItemStatus; summary: { type: "summary_text"; text: string }[] }
  /** base64; null while the image is being drawn. */
  | { id: string; type: "image_generation_call"; status: ItemStatus; result: string | null }
  | { id: string; type: "function_call"; status: ItemStatus; call_id: string; name: string; arguments: string; namespace?: string }
  | { id: string; type: "custom_tool_call"; status: ItemStatus; call_id: string; name: string; input: string }
  | { id: string; type: "message"; status: ItemStatus; role: "assistant"; content: MessagePart[] };

const prefixes: Record<StoredItem["type"], string> = { reasoning: "rs", message: "msg", refusal: "msg", function_call: "fc", image: "ig" };

export function idOfItem(taskId: string, item: StoredItem, index: number): string {
  return `${prefixes[item.type]}_${taskId.slice(taskId.indexOf("_") + 1)}_${index}`;
}

export interface ItemFacts {
  /** base64, or a placeholder for it. A function is called when the item is written: often, nobody reads the event of an image. */
  image?: string | (() => string) | undefined;
  /** Default: completed. */
  status?: "completed" | "incomplete" | undefined;
}

export function describeItem(item: StoredItem, id: string, { image, status = "completed" }: ItemFacts): ResponseItem {
  switch (item.type) {
    case "reasoning":
      return { id, type: "reasoning", status, summary: item.summary.map((text) => ({ type: "summary_text", text })) };
    case "image":
      if (typeof image !== "function") return { id, type: "image_generation_call", status, result: image ?? null };
      return {
        id,
        type: "image_generation_call",
        status,
        get result() {
          return image();
        },
      };
    case "function_call": {
      const { callId, name, namespace } = item;
      const call = { id, status: item.isIncomplete ? "incomplete" : status, call_id: callId, name } as const;
      if (item.isCustom) return { ...call, type: "custom_tool_call", input: inputOf(item) };
      return { ...call, type: "function_call", arguments: item.arguments, ...(namespace === undefined ? {} : { namespace }) };
    }
    case "refusal":
      return { id, type: "message", status, role: "assistant", content: [{ type: "refusal", refusal: item.text }] };
    case "message": {
      const part: MessagePart = { type: "output_text", text: item.text, annotations: item.citations.map(describeCitation) };
      return { id, type: "message", status, role: "assistant", content: [part] };
    }
  }
}

/** The text for a tool that takes one. A model may write it without the JSON around it. */
export function inputOf({ arguments: written }: StoredCall): string {
  const value = tryParseJson(written);
  return isJsonObject(value) && typeof value.input === "string" ? value.input : written;
}

function describeCitation({ url, title, start, end }: TextCitation): ResponseCitation {
  return { type: "url_citation", url, title, start_index: start, end_index: end };
}
