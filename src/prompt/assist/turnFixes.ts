/** Fixes for dialogues whose turns are missing, empty or out of order. */

import { t } from "../../contract/translate.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { PromptTurn } from "../parse/parseBody.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { findEntry } from "../text/frontMatter.ts";
import type { TextEdit } from "../text/textRange.ts";
import { insertField } from "../write/editFields.ts";
import { writeScalar } from "../write/writeScalar.ts";
import type { Fix } from "./fix.ts";
import { newline } from "./variableFixes.ts";

/** An added turn asks for its text when the document runs, because an empty turn cannot be sent. */
const asked = "{{input:Message}}";

export function fixTurns(document: PromptDocument, { code, range }: Diagnostic): Fix[] {
  const { turns } = document.body;
  const turn = turns.find(({ headingRange }) => headingRange.start === range.start);
  switch (code) {
    case "textBeforeTurns":
      return beginWithUser(document, range.start);
    case "firstTurnNotUser":
      return [
        { title: t("Begin with `## user`"), edits: [insert(range.start, newTurn(document, asked))] },
        ...(turn ? changeRole(turn) : []),
      ];
    case "lastTurnNotUser":
      return [{ title: t("Add a `## user` turn"), edits: [appendTurn(document)] }, ...(turn ? [removeTurn(turn)] : [])];
    case "turnRepeated":
      return turn ? [...changeRole(turn), { title: t("Join the turns"), edits: [remove(document, turn)] }] : [];
    case "turnEmpty":
      return turn ? [removeTurn(turn), { title: t("Ask for its text when the document runs"), edits: [fillTurn(document, turn)] }] : [];
    case "roleNotAccepted":
      return turn ? [...moveToInstructions(document, turn), ...changeRole(turn)] : [];
    default:
      return [];
  }
}

/** A first turn of the user gets the text before it. */
function beginWithUser(document: PromptDocument, start: number): Fix[] {
  const [first] = document.body.turns;
  const heading = insert(start, `## user${newline(document.text)}`);
  return [{ title: t("Begin with `## user`"), edits: first?.role === "user" ? [heading, remove(document, first)] : [heading] }];
}

function changeRole({ role, headingRange }: PromptTurn): Fix[] {
  const newText = role === "user" ? "## assistant" : "## user";
  return [{ title: t("Change to `{0}`", newText), edits: [{ range: headingRange, newText }] }];
}

function removeTurn({ headingRange, contentRange }: PromptTurn): Fix {
  return { title: t("Remove the turn"), edits: [{ range: { start: headingRange.start, end: contentRange.end }, newText: "" }] };
}

/** Removes a turn's heading, so that its text belongs to the turn before. */
function remove({ text }: PromptDocument, { headingRange, contentRange }: PromptTurn): TextEdit {
  const blank = /^(?:[ \t]*\r?\n)*/.exec(text.slice(contentRange.start, contentRange.end))?.[0].length ?? 0;
  return { range: { start: headingRange.start, end: contentRange.start + blank }, newText: "" };
}

function fillTurn(document: PromptDocument, { headingRange, contentRange }: PromptTurn): TextEdit {
  const lineEnd = newline(document.text);
  const isLast = contentRange.end === document.text.length;
  return { range: { start: headingRange.end, end: contentRange.end }, newText: `${lineEnd}${asked}${lineEnd}${isLast ? "" : lineEnd}` };
}

function moveToInstructions(document: PromptDocument, turn: PromptTurn): Fix[] {
  if (findEntry(document.fields, "instructions")) return [];
  const content = document.text.slice(turn.contentRange.start, turn.contentRange.end).trim();
  const field = insertField(document, `instructions: ${writeScalar(content)}`);
  return [{ title: t("Move to `instructions`"), edits: [field, ...removeTurn(turn).edits] }];
}

function appendTurn(document: PromptDocument): TextEdit {
  const { text } = document;
  const lineEnd = newline(document.text);
  return insert(text.length, `${text.endsWith("\n") ? "" : lineEnd}${lineEnd}## user${lineEnd}${asked}${lineEnd}`);
}

function newTurn(document: PromptDocument, content: string): string {
  const lineEnd = newline(document.text);
  return `## user${lineEnd}${content}${lineEnd}${lineEnd}`;
}

function insert(start: number, newText: string): TextEdit {
  return { range: { start, end: start }, newText };
}
