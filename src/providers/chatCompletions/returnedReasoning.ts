/**
 * The reasoning that a provider wants back with the calls of its answer, in the form in which it was sent. Sources: DeepSeek, "Thinking
 * mode" and Moonshot, "Kimi thinking" (`reasoning_content`); OpenRouter, "Preserving reasoning" (`reasoning`, `reasoning_details`);
 * MiniMax, "Tool use and interleaved thinking" (`<think>` within the content).
 */
import type { LanguageModelV4Prompt, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { growText } from "../../output/growText.ts";
import { compatibleName } from "../dialects/compatibleName.ts";
import { isFields } from "../errorReason.ts";
import { listOf } from "./readParts.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a message in which reasoning is returned; tags are within its content. */
const forms = ["reasoning_content", "reasoning", "tags"] as const;
type Form = (typeof forms)[number];

const detailSchema = z.record(z.string(), z.json());
const returnedSchema = z.object({ form: z.enum(forms), text: z.string(), details: z.array(detailSchema) });
const metadataSchema = z.object({ returned: returnedSchema });
type Returned = z.infer<typeof returnedSchema>;
type Detail = Returned["details"][number];

/** Collects the reasoning of one answer. */
export class ReturnedReasoning {
  #form: Form | undefined;
  #text = "";
  readonly #details: Detail[] = [];

  /** `field`: the name under which the text arrived; undefined: in tags. */
  addText(text: string, field: string | undefined): void {
    if (text === "") return;
    const form = forms.find((known) => known === field) ?? (field === undefined ? "tags" : "reasoning_content");
    // Some proxies send the same text in both ways.
    if (this.#form !== undefined && this.#form !== form && form === "tags") return;
    if (this.#form === "tags" && form !== "tags") this.#text = "";
    this.#form = form;
    this.#text = growText(this.#text, text);
  }

  /** Pieces of one detail have the same type and index: they are joined as the whole would have been sent. */
  addDetails(details: unknown, isWhole: boolean): void {
    const read = listOf(details).flatMap((one): Detail[] => {
      const detail = detailSchema.safeParse(one).data;
      return detail ? [detail] : [];
    });
    if (isWhole && read.length > 0) this.#details.length = 0;
    for (const detail of read) {
      const last = this.#details.at(-1);
      const isPiece = last !== undefined && detail.index !== undefined && detail.index === last.index && detail.type === last.type;
      if (isPiece) Object.assign(last, joinDetail(last, detail));
      else this.#details.push({ ...detail });
    }
  }

  /** undefined: there is none. */
  metadata(): SharedV4ProviderMetadata | undefined {
    if (this.#form === undefined && this.#details.length === 0) return undefined;
    const returned: Returned = { form: this.#form ?? "reasoning", text: this.#text, details: this.#details };
    return { [compatibleName]: { returned } };
  }
}

function joinDetail(last: Detail, next: Detail): Detail {
  const joined = ["text", "summary", "data"].flatMap((name) => {
    const [before, after] = [last[name], next[name]];
    return typeof before === "string" && typeof after === "string" ? [[name, before + after]] : [];
  });
  const given = Object.entries(next).filter(([, value]) => value !== null);
  return { ...last, ...Object.fromEntries(given), ...Object.fromEntries(joined) };
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
  return first && { form: first.form, text: found.map(({ text }) => text).join(""), details: found.flatMap(({ details }) => details) };
}

function write(message: Fields, { form, text, details }: Returned): Fields {
  const { content } = message;
  const own = typeof content === "string" ? content : "";
  const inTags = form === "tags" ? { content: `<think>\n${text.trim()}\n</think>\n\n${own}` } : {};
  return {
    ...message,
    ...inTags,
    ...(form !== "tags" && text !== "" ? { [form]: text } : {}),
    ...(details.length > 0 ? { reasoning_details: details } : {}),
  };
}
