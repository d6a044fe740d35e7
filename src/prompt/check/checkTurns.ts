/** Checks the order of a document's `## user` and `## assistant` headings. Source: spec, "POST /api/v1/responses". */

import { t } from "../../contract/translate.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { diagnostic } from "../diagnostic.ts";
import type { PromptTurn } from "../parse/parseBody.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";

/** Whether the headings of the body form a dialogue: only a v1 text request has roles. */
export function isDialogue(document: PromptDocument): boolean {
  return document.kind === "text" && document.interface === "v1" && document.body.turns.some((turn) => isSentTurn(turn));
}

export function isSentTurn(turn: PromptTurn): turn is PromptTurn & { role: "user" | "assistant" } {
  return turn.role === "user" || turn.role === "assistant";
}

export function checkTurns(document: PromptDocument): Diagnostic[] {
  const { turns } = document.body;
  const [first] = turns;
  if (!first) return [];
  if (document.kind !== "text" || document.interface !== "v1") {
    const accepted = turns.find(isSentTurn);
    const message = t("Turns are sent as plain text: only v1 text requests have roles.");
    return accepted ? [diagnostic("turnsNotSent", accepted.headingRange, message)] : [];
  }
  return [
    ...checkOrder(turns.filter(isSentTurn)),
    ...turns.flatMap((turn) => checkTurn(document, turn)),
    ...checkPreamble(document, first),
  ];
}

function checkOrder(turns: readonly PromptTurn[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  turns.forEach((turn, index) => {
    const before = turns[index - 1];
    if (index === 0 && turn.role === "assistant") {
      found.push(diagnostic("firstTurnNotUser", turn.headingRange, t("A dialogue must begin with `## user`.")));
    } else if (before?.role === turn.role) {
      found.push(
        diagnostic("turnRepeated", turn.headingRange, t("Two `## {0}` turns follow each other.", turn.role), { subject: turn.role }),
      );
    }
  });
  const last = turns.at(-1);
  if (last?.role === "assistant") {
    found.push(
      diagnostic("lastTurnNotUser", last.headingRange, t("A dialogue must end with `## user`: the service writes the next turn.")),
    );
  }
  return found;
}

function checkTurn(document: PromptDocument, turn: PromptTurn): Diagnostic[] {
  if (!isSentTurn(turn)) {
    const message = t("The role `{0}` is not accepted in the dialogue; use the field `instructions`.", turn.role);
    return [diagnostic("roleNotAccepted", turn.headingRange, message, { subject: turn.role })];
  }
  const empty = document.text.slice(turn.contentRange.start, turn.contentRange.end).trim() === "";
  return empty ? [diagnostic("turnEmpty", turn.headingRange, t("This turn has no text."), { subject: turn.role })] : [];
}

function checkPreamble(document: PromptDocument, first: PromptTurn): Diagnostic[] {
  const start = document.body.range.start;
  const text = document.text.slice(start, first.headingRange.start);
  if (text.trim() === "") return [];
  const from = start + (text.length - text.trimStart().length);
  return [diagnostic("textBeforeTurns", { start: from, end: start + text.trimEnd().length }, t("Text before the first turn has no role."))];
}
