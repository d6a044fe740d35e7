/** Offers the rest of texts whose window has ended. A document is changed only when the user asks for it. */

import path from "node:path";
import * as vscode from "vscode";
import { describeError } from "../../../client/errors/describeError.ts";
import { whyPartial } from "../../../client/responses/cutOff.ts";
import { writeTime } from "../../../contract/translate.ts";
import type { GenerationEnd } from "../../../generations/generation.ts";
import { type LeftText, LeftTexts } from "../../../generations/leftTexts.ts";
import type { Tasks } from "../../../generations/tasks.ts";
import { openDocument } from "../../artifacts/openDocument.ts";
import { pickRow } from "../../base/pickRow.ts";
import { askAmong, mention, report } from "../../base/report.ts";
import { showDocument } from "../../base/showDocument.ts";
import { AnswerEditor, chooseAnswerFile } from "../../promptRuns/answerEditor.ts";
import type { Studio } from "../../service/studio.ts";
import { belongsHere, untilWindowAnswers } from "../../service/windowOfAnswer.ts";
import { canPropose, proposeArrived } from "./proposeReplacement.ts";
import { findRest, readTextOrigin, type TextOrigin } from "./textOrigin.ts";

const { t } = vscode.l10n;

type OfferSource = Pick<Studio, "context" | "proposals">;

/** undefined: no text is left to this window. */
export function loadLeftTexts(studio: OfferSource, tasks: Tasks): LeftTexts<TextOrigin> | undefined {
  const { answers } = tasks;
  if (!answers.left().some(({ origin }) => readOwn(origin) !== undefined)) return undefined;
  return new LeftTexts({
    tasks,
    readOrigin: readOwn,
    receive: (left) => receive(studio, answers, left),
    untilWindowAnswers,
    report: (error) => void report(error),
  });
}

function readOwn(recorded: unknown): TextOrigin | undefined {
  const origin = readTextOrigin(recorded);
  return origin !== undefined && belongsHere(origin.document, origin.folders) ? origin : undefined;
}

async function receive(studio: OfferSource, answers: Tasks["answers"], { key, origin, claim }: LeftText<TextOrigin>) {
  const end = await claim();
  if (end === undefined) return;
  const { text } = end;
  const partial = describePartial(end);
  const found = await findMissing(origin, text);
  if (text !== "" && found?.rest !== "" && !(await offer(studio, origin, { text, partial }, found !== undefined))) {
    await answers.putAside(key);
    return mention(t("Open Interrupted Text… in the menu of the Tasks view shows it later."));
  }
  await answers.end(key);
}

/** Asks which of the texts to show whose notification the user has closed. */
export async function openLeftText(studio: OfferSource & Pick<Studio, "tasks">): Promise<void> {
  const tasks = await studio.tasks();
  const { answers } = tasks;
  const items = answers.aside().flatMap(({ key, origin: recorded, begunAt }) => {
    const origin = readTextOrigin(recorded);
    if (origin === undefined) return [];
    return [{ label: documentName(origin) || t("Prompt"), description: writeTime(begunAt), key, origin }];
  });
  if (items.length === 0) return mention(t("There is no interrupted text."));
  const picked = await pickRow(items, { title: t("Open Interrupted Text") });
  if (picked === undefined) return;
  const end = await tasks.resume(picked.key).end;
  const { text } = end;
  const found = await findMissing(picked.origin, text);
  if (await offer(studio, picked.origin, { text, partial: describePartial(end) }, found !== undefined && found.rest !== ""))
    await answers.end(picked.key);
}

/** "" for a whole text. */
function describePartial(end: GenerationEnd): string {
  const why = whyPartial(end);
  return why === undefined ? "" : describeError(why).sentence;
}

const documentName = ({ document }: TextOrigin) => path.posix.basename(vscode.Uri.parse(document).path);

interface OfferedText {
  text: string;
  /** Why it is not whole, in one sentence; "": it is. */
  partial: string;
}

/** Resolves when the user has decided; false: the user has closed the question. If the window ends before, the next one asks again. */
async function offer(studio: OfferSource, origin: TextOrigin, { text, partial }: OfferedText, isInsertable: boolean): Promise<boolean> {
  const name = documentName(origin);
  const arrived = name === "" ? t("A text has arrived that was interrupted.") : t("The rest of a text for {0} has arrived.", name);
  const { replacement } = origin;
  const [insert, propose, show] = [t("Insert the Rest"), t("Show Changes"), t("Show")];
  const isReplacing = replacement !== undefined && (await canPropose(replacement));
  const answer = await askAmong(
    [arrived, partial].filter(Boolean).join(" "),
    ...(isInsertable ? [insert] : isReplacing ? [propose] : []),
    show,
  );
  if (answer === undefined) return false;
  if (answer === insert && (await insertMissing(await findMissing(origin, text)))) return true;
  if (answer === propose && replacement !== undefined) {
    const outcome = await proposeArrived(studio, replacement, text);
    if (outcome !== "changed") return outcome === "proposed";
  }
  const editor = await AnswerEditor.open(await chooseAnswerFile(studio.context, vscode.Uri.parse(origin.document), undefined));
  editor.append(text);
  await editor.finish();
  return true;
}

interface Missing {
  document: vscode.TextDocument;
  offset: number;
  rest: string;
}

/** undefined: there is no document, or it has changed where the text belongs. */
async function findMissing({ insertion }: TextOrigin, text: string): Promise<Missing | undefined> {
  const document = insertion && (await openDocument(insertion));
  const found = document && findRest(insertion, document.getText(), text);
  return found && { document, ...found };
}

/** false: the document has changed in the meantime. */
async function insertMissing(found: Missing | undefined): Promise<boolean> {
  if (found === undefined) return false;
  const { document, offset, rest } = found;
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(offset), rest);
  if (!(await vscode.workspace.applyEdit(edit))) return false;
  await showDocument(document.uri);
  return true;
}
