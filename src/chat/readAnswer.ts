/** What each stream event changed in a Response in; the changes of a turn, and the pictures to be kept, out. */
import type { AssemblyChange } from "../contract/assemblyChange.ts";
import { type Annotation, isUrlCitation } from "../contract/response.ts";
import type { Usage } from "../contract/usage.ts";
import type { Change } from "./change.ts";
import type { AnswerPartKind, Citation } from "./turn.ts";

/** A picture's bytes as they came, base64; kept by the host, which then tells the file's name. */
export interface ReceivedPicture {
  key: string;
  data: string;
  /** false: a preview, which the next one replaces. */
  isWhole: boolean;
}

export interface AnswerReading {
  changes: Change[];
  pictures: ReceivedPicture[];
}

export interface AnswerReader {
  read(changes: readonly AssemblyChange[]): AnswerReading;
  /** As far as the service has told it. */
  readonly usage: Usage | undefined;
  readonly incompleteReason: string | undefined;
}

/** Item types whose content arrives as parts of their own. */
const itemsOfParts = new Set(["message", "reasoning"]);
const pictureItem = "image_generation_call";

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

/** The annotations that are citations; one told twice counts once. */
function toCitations(annotations: readonly Annotation[]): Citation[] {
  const citations = new Map(annotations.flatMap(toCitation).map((citation) => [JSON.stringify(citation), citation]));
  return [...citations.values()];
}

export function createAnswerReader(turnId: string): AnswerReader {
  const known = new Set<string>();
  /** The parts of one item's reasoning, which are shown as one. */
  const reasoning = new Map<number, string[]>();
  const annotations = new Map<string, Annotation[]>();
  let usage: Usage | undefined;
  let incompleteReason: string | undefined;

  function open(kind: AnswerPartKind, key: string, changes: Change[], type = ""): void {
    if (known.has(key)) return;
    known.add(key);
    switch (kind) {
      case "text":
        changes.push({ type: "partAdded", turnId, part: { kind, key, text: "", citations: [] } });
        return;
      case "reasoning":
      case "refusal":
        changes.push({ type: "partAdded", turnId, part: { kind, key, text: "" } });
        return;
      case "image":
        changes.push({ type: "partAdded", turnId, part: { kind, key, state: "drawing" } });
        return;
      case "step":
        changes.push({ type: "partAdded", turnId, part: { kind, key, type, done: false } });
        return;
    }
  }

  function appendReasoning(item: number, part: number, text: string, changes: Change[]): void {
    const key = `${item}`;
    open("reasoning", key, changes);
    const parts = reasoning.get(item) ?? [];
    reasoning.set(item, parts);
    const isFirstOfPart = parts[part] === undefined && parts.length > 0;
    parts[part] = (parts[part] ?? "") + text;
    if (part === parts.length - 1) changes.push({ type: "textAppended", turnId, key, text: isFirstOfPart ? `\n\n${text}` : text });
    else changes.push({ type: "textReplaced", turnId, key, text: parts.filter(Boolean).join("\n\n") });
  }

  function replaceReasoning(item: number, part: number, text: string, changes: Change[]): void {
    const key = `${item}`;
    open("reasoning", key, changes);
    const parts = reasoning.get(item) ?? [];
    reasoning.set(item, parts);
    parts[part] = text;
    changes.push({ type: "textReplaced", turnId, key, text: parts.filter(Boolean).join("\n\n") });
  }

  function cite(key: string, next: readonly Annotation[], changes: Change[]): void {
    open("text", key, changes);
    annotations.set(key, [...next]);
    changes.push({ type: "citationsChanged", turnId, key, citations: toCitations(next) });
  }

  function readOne(change: AssemblyChange, { changes, pictures }: AnswerReading): void {
    switch (change.kind) {
      case "identified":
        changes.push({ type: "answerIdentified", turnId, responseId: change.id });
        return;
      case "itemAdded":
        if (change.type === pictureItem) open("image", `${change.item}`, changes);
        else if (!itemsOfParts.has(change.type)) open("step", `${change.item}`, changes, change.type);
        return;
      case "itemDone":
        if (known.has(`${change.item}`) && !itemsOfParts.has(change.type) && change.type !== pictureItem)
          changes.push({ type: "stepDone", turnId, key: `${change.item}` });
        return;
      case "textAppended":
      case "refusalAppended": {
        const key = `${change.item}.${change.part}`;
        open(change.kind === "textAppended" ? "text" : "refusal", key, changes);
        changes.push({ type: "textAppended", turnId, key, text: change.text });
        return;
      }
      case "textReplaced":
      case "refusalReplaced": {
        const key = `${change.item}.${change.part}`;
        open(change.kind === "textReplaced" ? "text" : "refusal", key, changes);
        changes.push({ type: "textReplaced", turnId, key, text: change.text });
        return;
      }
      case "reasoningAppended":
        appendReasoning(change.item, change.part, change.text, changes);
        return;
      case "reasoningReplaced":
        replaceReasoning(change.item, change.part, change.text, changes);
        return;
      case "annotationAdded": {
        const key = `${change.item}.${change.part}`;
        cite(key, [...(annotations.get(key) ?? []), change.annotation], changes);
        return;
      }
      case "annotationsReplaced":
        cite(`${change.item}.${change.part}`, change.annotations, changes);
        return;
      case "imagePartial":
      case "imageDone": {
        const key = `${change.item}`;
        open("image", key, changes);
        const isWhole = change.kind === "imageDone";
        pictures.push({ key, data: change.kind === "imageDone" ? change.result : change.image, isWhole });
        return;
      }
      case "usage":
        usage = change.usage;
        return;
      case "ended":
        incompleteReason = change.incompleteReason;
        return;
      default:
        change satisfies never;
    }
  }

  return {
    read(changes) {
      const reading: AnswerReading = { changes: [], pictures: [] };
      for (const change of changes) readOne(change, reading);
      return reading;
    },
    get usage() {
      return usage;
    },
    get incompleteReason() {
      return incompleteReason;
    },
  };
}
