/** Runs prompt documents: compiles their requests, asks for confirmation and records the results. */

import * as vscode from "vscode";
import { separateTexts } from "../../generations/generation.ts";
import { modelOf } from "../../generations/newTask.ts";
import { type CompiledRequest, compile } from "../../prompt/compile/compile.ts";
import { diagnose } from "../../prompt/diagnose.ts";
import { countBlocking } from "../../prompt/diagnostic.ts";
import { parsePromptDocument } from "../../prompt/parse/promptDocument.ts";
import { showArtifacts } from "../artifacts/showArtifacts.ts";
import { announce, confirm, report } from "../base/report.ts";
import { settings } from "../base/settings.ts";
import { announceErrors } from "../prompts/announceErrors.ts";
import { askQuestionsOf } from "../prompts/askQuestions.ts";
import type { FactGatherer } from "../prompts/factGatherer.ts";
import { fetchDocumentValues } from "../prompts/fetchValues.ts";
import type { LastEditor } from "../prompts/lastEditor.ts";
import { requireRunning } from "../prompts/requireRunning.ts";
import { askForRequests } from "../requests/budget.ts";
import { choicesOf, resultsOf } from "../requests/buildTaskRequest.ts";
import type { Studio } from "../service/studio.ts";
import { describeBilling } from "../showing/billing.ts";
import type { RunVariant } from "./chooseRun.ts";
import { runAsTasks } from "./runAsTasks.ts";
import type { PromptRun, RunRegister } from "./runRegister.ts";
import { runResponses } from "./runResponses.ts";

const { t } = vscode.l10n;

export interface RunnerParts {
  studio: Pick<Studio, "client" | "connection" | "context" | "isDemo" | "models" | "generations" | "state" | "tasks">;
  facts: FactGatherer;
  /** Shows the diagnostics of a document that cannot run. */
  publisher: { showAll(document: vscode.TextDocument): void };
  register: RunRegister;
  lastEditor: LastEditor;
}

export interface RunChoices {
  /** Run instead of the document itself: one request, or one batch, per variant. */
  variants?: readonly RunVariant[];
  /** true: the batch is already confirmed. */
  isConfirmed?: boolean;
  /** false: the files are not opened, because many documents are run. */
  isShown?: boolean;
}

/** Resolves with the run when all requests have ended; undefined: nothing was sent, and the reason was reported to the user. */
export async function runDocument(
  parts: RunnerParts,
  document: vscode.TextDocument,
  choices: RunChoices = {},
): Promise<PromptRun | undefined> {
  const { register, studio } = parts;
  const isBegun = () => register.of(document.uri)?.isRunning === true;
  if (isBegun() || !requireRunning()) return undefined;
  const requests = await prepareRequests(parts, document, choices.variants);
  if (!requests || requests.length === 0) return undefined;
  if (!choices.isConfirmed && !(await confirmBatch(requests))) return undefined;
  const allowance = await askForRequests(
    studio,
    requests.map(({ request }) => request),
  );
  if (allowance === undefined) return undefined;
  // A key that is held down starts the command again before the first start has sent anything.
  if (isBegun()) return undefined;
  const run = register.start(document.uri, requests.length);
  try {
    // An answer is written into an editor as it arrives; a task is also in the Tasks view, and continues after a restart.
    const { texts, tasks } = separateTexts(requests);
    if (texts.length > 0) await runResponses({ ...studio, allowance }, document.uri, texts, run);
    const files = tasks.length > 0 ? await runAsTasks({ ...studio, allowance }, document.uri, tasks, run) : [];
    if (choices.isShown !== false) await showArtifacts(files, true);
  } catch (error) {
    void report(error);
  } finally {
    run.end();
    parts.facts.forgetSeen();
  }
  return run;
}

/** The requests of a document or of its variants; undefined: it has errors or lacks something, which was reported to the user. */
export async function prepareRequests(
  parts: RunnerParts,
  document: vscode.TextDocument,
  variants?: readonly RunVariant[],
): Promise<readonly CompiledRequest[] | undefined> {
  const texts = variants?.map((variant) => variant.text) ?? [document.getText()];
  const parsed = texts.map((text) => parsePromptDocument(text));
  const [first] = parsed;
  if (!first) return undefined;
  await parts.facts.lookAtFiles(document, first);
  const count = Math.max(...parsed.map((one) => countBlocking(diagnose(one, parts.facts.known(document, one)))));
  if (count > 0) {
    parts.publisher.showAll(document);
    announceErrors(count);
    return undefined;
  }
  // Variants differ only in model and variables, so values from elsewhere are fetched once.
  const fetched = await fetchDocumentValues(document.uri, first, parts.lastEditor, askQuestionsOf(document.uri));
  if (fetched.type === "missing") announceNothingSent(fetched.reason);
  if (fetched.type !== "values") return undefined;
  const compilations = parsed.map((one) => compile(one, fetched.values));
  const [error] = compilations.flatMap(({ errors }) => errors);
  if (!error) return compilations.flatMap(({ requests }) => requests);
  announceNothingSent(error.message);
  return undefined;
}

/** `reason`: a message of the language of prompt documents. */
function announceNothingSent(reason: string): void {
  void announce(t("{0} Nothing was sent.", reason.replaceAll("`", "'")));
}

async function confirmBatch(requests: readonly CompiledRequest[]): Promise<boolean> {
  const [first] = requests;
  const isListed = first !== undefined && settings.confirmKinds().includes(first.request.kind);
  const results = requests.reduce((sum, { request }) => sum + (request.kind === "text" ? 1 : resultsOf(choicesOf(request))), 0);
  if (results <= settings.confirmAbove() && !isListed) return true;
  const models = requests.map(({ request }) => modelOf(request));
  return confirm(t("Run {0} tasks?", requests.length), t("Run"), describeBilling(models, requests.length));
}
