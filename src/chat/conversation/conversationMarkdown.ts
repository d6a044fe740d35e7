/** Exports the visible turns of a conversation as Markdown, with comments that make it possible to import it again. */

import { t } from "../../contract/translate.ts";
import { closeMarkdown, fenceText } from "../../markup/markdown/closeMarkdown.ts";
import type { OutputPart } from "../../output/outputPart.ts";
import { listSources } from "../texts/numberSources.ts";
import { type Conversation, visiblePath } from "./conversation.ts";
import { escapeMarks, writeMark } from "./markdownMarks.ts";
import { conversationVersion } from "./movedConversation.ts";
import { type AnswerState, type AssistantTurn, type UserTurn, withoutFetching } from "./turn.ts";

/**
 * The text between two marks is imported; everything else is only for readers of the file. What the text leaves open, such as a code block, is
 * closed with lines that the facts name; a text that nothing closes is shown as code, and is in the facts.
 */
function body(name: "text" | "reasoning" | "refusal", text: string, facts: object = {}): string {
  const closing = closeMarkdown(text);
  const all = closing === undefined ? { ...facts, text } : closing === "" ? facts : { ...facts, closing };
  const shown = closing === undefined ? fenceText(text) : closing === "" ? text : `${text}\n${closing}`;
  return [writeMark(name, Object.keys(all).length === 0 ? undefined : all), escapeMarks(shown), writeMark("end")].join("\n\n");
}

/** A text in one line, without HTML. */
function inLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("<", "&lt;").trim();
}

function writePart(part: OutputPart, imageFolder: string): string[] {
  switch (part.kind) {
    case "text": {
      const sources = listSources(part.citations).map(({ title, url }, index) => `${index + 1}. [${inLine(title ?? url)}](<${url}>)`);
      const text = body("text", part.text, part.citations.length > 0 ? { citations: part.citations } : undefined);
      return sources.length > 0 ? [text, sources.join("\n")] : [text];
    }
    case "reasoning":
      return [`<details>\n<summary>${t("Reasoning")}</summary>`, body("reasoning", part.text), "</details>"];
    case "refusal":
      return [`*${t("The model refused.")}*`, body("refusal", part.text)];
    case "image": {
      const { state, file } = part;
      const mark = writeMark("picture", { state, ...(file === undefined ? {} : { file }) });
      return file === undefined ? [mark] : [mark, `![${t("Generated image")}](${encodeURI(`${imageFolder}/${file}`)})`];
    }
    case "step":
      return [writeMark("step", { type: part.type, done: part.done })];
    case "task":
      return [writeMark("task", { task: part.task, media: part.media })];
  }
}

/** undefined: the text says all, or its refusal does. */
const endings: Partial<Record<AnswerState, () => string>> = {
  stopped: () => t("Stopped."),
  aborted: () => t("Stopped."),
  incomplete: () => t("Incomplete."),
  truncated: () => t("Cut off."),
  failed: () => t("Failed."),
};

function writeAnswer(turn: AssistantTurn, imageFolder: string): string[] {
  const { role: _, id: _id, parentId: _parent, comparedWith: _other, parts, ...facts } = withoutFetching(turn);
  const { model, demo, state, error } = facts;
  const ended = endings[state]?.();
  const ending = ended === undefined ? [] : [`*${[ended, ...(error ? [inLine(error.message)] : [])].join(" ")}*`];
  return [
    writeMark("answer", facts),
    `## ${inLine(model)}${demo ? ` (${t("demo")})` : ""}`,
    ...parts.flatMap((part) => writePart(part, imageFolder)),
    ...ending,
  ];
}

function writePrompt({ createdAt, attachments, text, document }: UserTurn): string[] {
  const attached = attachments.map(({ name, url }) => t("Attached: {0}", url === undefined ? inLine(name) : `[${inLine(name)}](<${url}>)`));
  return [
    writeMark("prompt", { createdAt, attachments, ...(document === undefined ? {} : { document }) }),
    `## ${t("You")}`,
    ...attached.map((line) => `*${line}*`),
    body("text", text),
  ];
}

/** `imageFolder`: the folder of the images, as a path in the Markdown file. Branches that are not visible are left out. */
export function toMarkdown(conversation: Conversation, imageFolder: string): string {
  const { title, createdAt, updatedAt, settings } = conversation;
  const turns = visiblePath(conversation).flatMap((turn) => (turn.role === "user" ? writePrompt(turn) : writeAnswer(turn, imageFolder)));
  return `${[`# ${inLine(title) || t("Conversation")}`, writeMark("conversation", { version: conversationVersion, title, createdAt, updatedAt, settings }), ...turns].join("\n\n")}\n`;
}
