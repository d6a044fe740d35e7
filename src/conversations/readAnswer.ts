/** Converts changes of a Response to changes of a turn, and collects the images to store. */

import type { Change } from "../chat/conversation/change.ts";
import type { AnswerPart, AnswerPartKind, AssistantTurn, Citation } from "../chat/conversation/turn.ts";
import type { ResponseChange } from "../client/responses/responseChange.ts";
import { type Annotation, isUrlCitation } from "../contract/response.ts";

/** An image's bytes as received, in base64. The host stores them and then reports the file name. */
export interface ReceivedImage {
  key: string;
  data: string;
  /** false: a preview, which is replaced by the next one. */
  isWhole: boolean;
}

interface AnswerReading {
  changes: Change[];
  images: ReceivedImage[];
}

/** Item types whose content arrives in separate parts. */
const itemsOfParts = new Set(["message", "reasoning"]);
const imageItem = "image_generation_call";

function toCitation(annotation: Annotation): Citation[] {
  if (!isUrlCitation(annotation)) return [];
  const { url, title, start_index: start, end_index: end } = annotation;
  return [
    {
      url,
      ...(title ? { title } : {}),
      ...(typeof start === "number" ? { start } : {}),
      ...(typeof end === "number" ? { end } : {}),
    },
  ];
}

/** The annotations that are citations, without duplicates. */
function toCitations(annotations: readonly Annotation[]): Citation[] {
  const citations = new Map(annotations.flatMap(toCitation).map((citation) => [JSON.stringify(citation), citation]));
  return [...citations.values()];
}

/** The part of an answer before it was continued that the first new text, or the first new reasoning, is appended to. */
interface JoinedPart {
  key: string;
  /** The earlier text, including the separator before the new text. */
  before: string;
  citations: Citation[];
}

function shiftCitation(citation: Citation, by: number): Citation {
  const { start, end } = citation;
  return { ...citation, ...(start === undefined ? {} : { start: start + by }), ...(end === undefined ? {} : { end: end + by }) };
}

/** New text follows the interrupted text directly; new reasoning starts a new paragraph. */
function joinedPart(kind: AnswerPartKind, parts: readonly AnswerPart[]): JoinedPart | undefined {
  const part = kind === "text" ? parts.at(-1) : parts.findLast((other) => other.kind === kind);
  if (kind === "text" && part?.kind === "text") return { key: part.key, before: part.text, citations: part.citations };
  if (kind === "reasoning" && part?.kind === "reasoning") return { key: part.key, before: `${part.text}\n\n`, citations: [] };
  return undefined;
}

export class AnswerReader {
  readonly #turnId: string;
  readonly #continued: AssistantTurn["continued"];
  /** Makes the keys of each request's parts unique. */
  readonly #prefix: string;
  readonly #known = new Set<string>();
  readonly #joined = new Map<string, JoinedPart>();
  readonly #joinedKinds = new Set<AnswerPartKind>();
  /** The parts of an item's reasoning, which are shown as one part. */
  readonly #reasoning = new Map<number, string[]>();
  readonly #annotations = new Map<string, Annotation[]>();

  /** `continued`: if the answer is being continued, its parts before this request. */
  constructor({ id, continued }: Pick<AssistantTurn, "id" | "continued">) {
    this.#turnId = id;
    this.#continued = continued;
    this.#prefix = continued === undefined ? "" : `${continued.earlier.length}/`;
  }

  read(changes: readonly ResponseChange[]): AnswerReading {
    const reading: AnswerReading = { changes: [], images: [] };
    for (const change of changes) this.#readOne(change, reading);
    return reading;
  }

  /** The key of the part in the turn. */
  #keyOf(key: string): string {
    return this.#joined.get(key)?.key ?? `${this.#prefix}${key}`;
  }

  #join(kind: AnswerPartKind, key: string, changes: Change[]): boolean {
    const part = this.#joinedKinds.has(kind) ? undefined : joinedPart(kind, this.#continued?.parts ?? []);
    this.#joinedKinds.add(kind);
    if (part === undefined) return false;
    this.#joined.set(key, part);
    if (kind === "reasoning") changes.push({ type: "textReplaced", turnId: this.#turnId, key: part.key, text: part.before });
    return true;
  }

  #replaceText(key: string, text: string, changes: Change[]): void {
    changes.push({
      type: "textReplaced",
      turnId: this.#turnId,
      key: this.#keyOf(key),
      text: `${this.#joined.get(key)?.before ?? ""}${text}`,
    });
  }

  #open(kind: AnswerPartKind, own: string, changes: Change[], type = ""): void {
    if (this.#known.has(own)) return;
    this.#known.add(own);
    if (this.#join(kind, own, changes)) return;
    const key = this.#keyOf(own);
    switch (kind) {
      case "text":
        changes.push({ type: "partAdded", turnId: this.#turnId, part: { kind, key, text: "", citations: [] } });
        return;
      case "reasoning":
      case "refusal":
        changes.push({ type: "partAdded", turnId: this.#turnId, part: { kind, key, text: "" } });
        return;
      case "image":
        changes.push({ type: "partAdded", turnId: this.#turnId, part: { kind, key, state: "drawing" } });
        return;
      case "step":
        changes.push({ type: "partAdded", turnId: this.#turnId, part: { kind, key, type, done: false } });
        return;
    }
  }

  #appendReasoning(item: number, part: number, text: string, changes: Change[]): void {
    const key = `${item}`;
    this.#open("reasoning", key, changes);
    const parts = this.#reasoning.get(item) ?? [];
    this.#reasoning.set(item, parts);
    const isFirstOfPart = parts[part] === undefined && parts.length > 0;
    parts[part] = (parts[part] ?? "") + text;
    if (part === parts.length - 1)
      changes.push({ type: "textAppended", turnId: this.#turnId, key: this.#keyOf(key), text: isFirstOfPart ? `\n\n${text}` : text });
    else this.#replaceText(key, parts.filter(Boolean).join("\n\n"), changes);
  }

  #replaceReasoning(item: number, part: number, text: string, changes: Change[]): void {
    const key = `${item}`;
    this.#open("reasoning", key, changes);
    const parts = this.#reasoning.get(item) ?? [];
    this.#reasoning.set(item, parts);
    parts[part] = text;
    this.#replaceText(key, parts.filter(Boolean).join("\n\n"), changes);
  }

  #cite(key: string, next: readonly Annotation[], changes: Change[]): void {
    this.#open("text", key, changes);
    this.#annotations.set(key, [...next]);
    const { before, citations } = this.#joined.get(key) ?? { before: "", citations: [] };
    const added = toCitations(next).map((citation) => shiftCitation(citation, before.length));
    changes.push({ type: "citationsChanged", turnId: this.#turnId, key: this.#keyOf(key), citations: [...citations, ...added] });
  }

  #readOne(change: ResponseChange, { changes, images }: AnswerReading): void {
    switch (change.type) {
      case "identified":
        changes.push({ type: "answerIdentified", turnId: this.#turnId, responseId: change.id });
        return;
      case "itemAdded":
        if (change.itemType === imageItem) this.#open("image", `${change.item}`, changes);
        else if (!itemsOfParts.has(change.itemType)) this.#open("step", `${change.item}`, changes, change.itemType);
        return;
      case "itemDone":
        if (this.#known.has(`${change.item}`) && !itemsOfParts.has(change.itemType) && change.itemType !== imageItem)
          changes.push({ type: "stepDone", turnId: this.#turnId, key: this.#keyOf(`${change.item}`) });
        return;
      case "functionCalled":
        // The chat defines no functions, so it only shows that there was a step.
        return;
      case "textAppended":
      case "refusalAppended": {
        const key = `${change.item}.${change.part}`;
        this.#open(change.type === "textAppended" ? "text" : "refusal", key, changes);
        changes.push({ type: "textAppended", turnId: this.#turnId, key: this.#keyOf(key), text: change.text });
        return;
      }
      case "textReplaced":
      case "refusalReplaced": {
        const key = `${change.item}.${change.part}`;
        this.#open(change.type === "textReplaced" ? "text" : "refusal", key, changes);
        this.#replaceText(key, change.text, changes);
        return;
      }
      case "reasoningAppended":
        this.#appendReasoning(change.item, change.part, change.text, changes);
        return;
      case "reasoningReplaced":
        this.#replaceReasoning(change.item, change.part, change.text, changes);
        return;
      case "annotationAdded": {
        const key = `${change.item}.${change.part}`;
        this.#cite(key, [...(this.#annotations.get(key) ?? []), change.annotation], changes);
        return;
      }
      case "annotationsReplaced":
        this.#cite(`${change.item}.${change.part}`, change.annotations, changes);
        return;
      case "imagePartial":
      case "imageDone": {
        const key = `${change.item}`;
        this.#open("image", key, changes);
        const isWhole = change.type === "imageDone";
        images.push({ key: this.#keyOf(key), data: change.type === "imageDone" ? change.result : change.image, isWhole });
        return;
      }
      default:
        change satisfies never;
    }
  }
}
