/**
 * The reasoning that a provider wants back with the calls of its answer, in the form in which it was sent. Sources: DeepSeek, "Thinking
 * mode" and Moonshot, "Kimi thinking" (`reasoning_content`); OpenRouter, "Preserving reasoning" (`reasoning`, `reasoning_details`);
 * MiniMax, "Tool use and interleaved thinking" (`<think>` within the content); LiteLLM, "Reasoning content" (`thinking_blocks`); Mistral,
 * "Reasoning" and Databricks, "Query reasoning models" (parts of the content); GitHub Copilot's `reasoning_opaque`, as its clients send it.
 */
import type { LanguageModelV4Prompt, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { GrowingText } from "../../output/growingText.ts";
import { compatibleName } from "../dialects/optionNames.ts";
import { isFields } from "../errorReason.ts";
import { listOf } from "./readParts.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a message in which reasoning is returned; tags are within its content. */
const forms = ["reasoning_content", "reasoning", "reasoning_text", "tags"] as const;
type Form = (typeof forms)[number];

const detailSchema = z.record(z.string(), z.json());
/** Lists of details by the field of a message, in whose form they are returned. Those of `content` are parts of it. */
const lists = ["reasoning_details", "thinking_blocks", "content"] as const;
type List = (typeof lists)[number];

const returnedSchema = z.object({
  form: z.enum(forms),
  text: z.string(),
  /** Of `reasoning_details`. */
  details: z.array(detailSchema),
  blocks: z.optional(z.array(detailSchema)),
  parts: z.optional(z.array(detailSchema)),
  /** Copilot's `reasoning_opaque`. */
  opaque: z.optional(z.string()),
});
const metadataSchema = z.object({ returned: returnedSchema });
type Returned = z.infer<typeof returnedSchema>;
type Detail = Returned["details"][number];
type Json = Detail[string];

/** Of a detail, in UTF-16 code units. */
const detailCost = 512;

/** Copilot's encrypted reasoning, which arrives whole. */
const opaqueField = "reasoning_opaque";

/** The fields of a message that `addDetails` reads; undefined: it has none. */
export function returnedFields(message: Fields): Fields | undefined {
  const opaque = message[opaqueField];
  const found: [string, unknown][] = lists.flatMap((list) => (listOf(message[list]).length > 0 ? [[list, message[list]]] : []));
  if (typeof opaque === "string" && opaque !== "") found.push([opaqueField, opaque]);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Collects the reasoning of one answer. */
export class ReturnedReasoning {
  #form: Form | undefined;
  #text = new GrowingText();
  readonly #lists: Record<List, Detail[]> = { reasoning_details: [], thinking_blocks: [], content: [] };
  #opaque: string | undefined;
  /** UTF-16 code units that are kept beside the text of the reasoning, and what each detail costs. */
  size = 0;

  /** `field`: the name under which the text arrived; undefined: in tags. */
  addText(text: string, field: string | undefined): void {
    if (text === "") return;
    const form = forms.find((known) => known === field) ?? (field === undefined ? "tags" : "reasoning_content");
    // Some proxies send the same text in both ways.
    if (this.#form !== undefined && this.#form !== form && form === "tags") return;
    if (this.#form === "tags" && form !== "tags") this.#text = new GrowingText();
    this.#form = form;
    this.#text.add(text);
  }

  /** What a message has beside the text of its reasoning. */
  addDetails(fields: Fields, isWhole: boolean): void {
    for (const list of lists) this.#addTo(list, fields[list], isWhole);
    const opaque = fields[opaqueField];
    if (typeof opaque === "string") this.#opaque = opaque;
  }

  /** The pieces of one detail are joined as the whole would have been sent. */
  #addTo(list: List, details: unknown, isWhole: boolean): void {
    const read = listOf(details).flatMap((one): Detail[] => {
      const detail = detailSchema.safeParse(one).data;
      return detail && (list !== "content" || isThought(detail)) ? [detail] : [];
    });
    const known = this.#lists[list];
    if (isWhole && read.length > 0) known.length = 0;
    for (const detail of read) {
      const last = known.at(-1);
      const isJoined = last !== undefined && isPiece(list, last, detail);
      if (isJoined) Object.assign(last, joinDetail(last, detail));
      else known.push({ ...detail });
      this.size += (isJoined ? 0 : detailCost) + (typeof detail.data === "string" ? detail.data.length : 0);
    }
  }

  /** undefined: there is none. */
  metadata(): SharedV4ProviderMetadata | undefined {
    const { reasoning_details: details, thinking_blocks: blocks, content: parts } = this.#lists;
    const hasDetails = [details, blocks, parts].some(({ length }) => length > 0) || this.#opaque !== undefined;
    if (this.#form === undefined && !hasDetails) return undefined;
    const returned: Returned = {
      ...{ form: this.#form ?? "reasoning", text: this.#text.text, details },
      ...(blocks.length > 0 ? { blocks } : {}),
      ...(parts.length > 0 ? { parts } : {}),
      ...(this.#opaque === undefined ? {} : { opaque: this.#opaque }),
    };
    return { [compatibleName]: { returned } };
  }
}

/** Mistral's and Databricks' parts have lists of texts; other parts of a content are shown, and not returned. */
const isThought = ({ type, thinking, summary }: Detail) =>
  (type === "thinking" && Array.isArray(thinking)) || (type === "reasoning" && Array.isArray(summary));

/** Details have an index. A block ends with its signature, and what is encrypted arrives whole. */
function isPiece(list: List, last: Detail, next: Detail): boolean {
  if (last.type !== next.type) return false;
  if (list === "reasoning_details") return next.index !== undefined && next.index === last.index;
  return list === "content" || (!hasText(last.signature) && next.data === undefined);
}

const hasText = (value: unknown) => typeof value === "string" && value !== "";

function joinDetail(last: Detail, next: Detail): Detail {
  const joined = ["text", "summary", "data", "thinking"].flatMap((name) => {
    const [before, after] = [last[name], next[name]];
    if (typeof before === "string" && typeof after === "string") return [[name, before + after]];
    return Array.isArray(before) && Array.isArray(after) ? [[name, joinTexts(before, after)]] : [];
  });
  const given = Object.entries(next).filter(([, value]) => value !== null && value !== "");
  return { ...last, ...Object.fromEntries(given), ...Object.fromEntries(joined) };
}

/** The first text of a list continues the last one of the list before it. */
function joinTexts(before: readonly Json[], after: readonly Json[]): Json[] {
  const [last, first] = [detailSchema.safeParse(before.at(-1)).data, detailSchema.safeParse(after[0]).data];
  if (last === undefined || first === undefined || last.type !== first.type) return [...before, ...after];
  return [...before.slice(0, -1), joinDetail(last, first), ...after.slice(1)];
}

/** Adds to the messages that were written for a prompt the reasoning that its assistant has to return. */
export function withReturnedReasoning(messages: unknown, prompt: LanguageModelV4Prompt): unknown {
  const answers = prompt.filter(({ role }) => role === "assistant").map(returnedIn);
  if (!Array.isArray(messages) || answers.every((returned) => returned === undefined)) return messages;
  let index = -1;
  return messages.map((message: unknown) => {
    if (!isFields(message) || message.role !== "assistant") return message;
    index += 1;
    const returned = answers[index];
    return returned ? write(message, returned) : message;
  });
}

function returnedIn({ content }: LanguageModelV4Prompt[number]): Returned | undefined {
  if (typeof content === "string") return undefined;
  const found = content.flatMap((part) => metadataSchema.safeParse(part.providerOptions?.[compatibleName]).data?.returned ?? []);
  const [first] = found;
  if (first === undefined) return undefined;
  const opaque = found.findLast((one) => one.opaque !== undefined)?.opaque;
  return {
    form: first.form,
    text: found.map(({ text }) => text).join(""),
    details: found.flatMap(({ details }) => details),
    blocks: found.flatMap(({ blocks = [] }) => blocks),
    parts: found.flatMap(({ parts = [] }) => parts),
    ...(opaque === undefined ? {} : { opaque }),
  };
}

function write(message: Fields, { form, text, details, blocks = [], parts = [], opaque }: Returned): Fields {
  const { content } = message;
  const own = typeof content === "string" ? content : "";
  if (parts.length > 0) return { ...message, content: [...parts, ...(own === "" ? [] : [{ type: "text", text: own }])] };
  const inTags = form === "tags" ? { content: `<think>\n${text.trim()}\n</think>\n\n${own}` } : {};
  return {
    ...message,
    ...inTags,
    ...(form !== "tags" && text !== "" ? { [form]: text } : {}),
    ...(details.length > 0 ? { reasoning_details: details } : {}),
    ...(blocks.length > 0 ? { thinking_blocks: blocks } : {}),
    ...(opaque === undefined ? {} : { [opaqueField]: opaque }),
  };
}
