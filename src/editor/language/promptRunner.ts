/** Prompt documents in; their requests compiled, confirmed and run, with what came of them in the register, out. */
import * as vscode from "vscode";
import { type CompiledRequest, compile } from "../../prompt/compile.ts";
import { diagnose } from "../../prompt/diagnose.ts";
import type { PromptDocument } from "../../prompt/promptDocument.ts";
import { parsePromptDocument } from "../../prompt/promptDocument.ts";
import { announce, confirm, report } from "../report.ts";
import { settings } from "../settings.ts";
import type { Studio } from "../studio.ts";
import type { RunVariant } from "./chooseRun.ts";
import type { FactGatherer } from "./factGatherer.ts";
import { fetchValues } from "./fetchValues.ts";
import type { LastEditor } from "./lastEditor.ts";
import { requireRunning } from "./requireRunning.ts";
import { saveRun } from "./restoreRuns.ts";
import { runAsTasks, type TaskJob } from "./runAsTasks.ts";
import type { Run, RunRegister } from "./runRegister.ts";
import { type ResponseJob, runResponses } from "./runResponses.ts";

export interface RunnerParts {
  studio: Studio;
  facts: FactGatherer;
  register: RunRegister;
  lastEditor: LastEditor;
}

export interface RunChoices {
  /** Run instead of the document as it is: one request, or one batch, for each. */
  variants?: readonly RunVariant[];
  /** true: a batch is not asked about again. */
  isConfirmed?: boolean;
}

/** Resolves when every request is over, with the run; undefined: nothing was sent, and the user was told why. */
export async function runDocument(parts: RunnerParts, document: vscode.TextDocument, choices: RunChoices = {}): Promise<Run | undefined> {
  const { register, studio } = parts;
  if (register.of(document.uri)?.isRunning || !requireRunning()) return undefined;
  const requests = await prepareRequests(parts, document, choices.variants);
  if (!requests || requests.length === 0) return undefined;
  if (!choices.isConfirmed && !(await confirmBatch(requests))) return undefined;
  const run = register.start(document.uri, requests.length);
  try {
    const responses = requests.flatMap((compiled): ResponseJob[] =>
      compiled.request.interface === "v1" && compiled.request.kind === "text" ? [{ compiled, body: compiled.request.body }] : [],
    );
    const tasks = requests.flatMap((compiled): TaskJob[] =>
      compiled.request.interface === "v1" && compiled.request.kind === "text" ? [] : [{ compiled, request: compiled.request }],
    );
    if (responses.length > 0) await runResponses(studio, document.uri, responses, run);
    if (tasks.length > 0) await runAsTasks(studio, document.uri, tasks, run);
  } catch (error) {
    void report(error);
  } finally {
    run.end();
    parts.facts.forgetSeen();
  }
  if (requests.some(({ request }) => request.kind === "text")) await studio.state.rememberRun(document.uri.toString(), saveRun(run));
  return run;
}

/** The requests of a document, or of its variants; undefined when it has errors or lacks something: the user is told. */
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
  const errors = Math.max(...parsed.map((one) => countErrors(parts, document, one)));
  if (errors > 0) {
    const message =
      errors === 1
        ? vscode.l10n.t("This prompt document has a problem. Nothing was sent.")
        : vscode.l10n.t("This prompt document has {0} problems. Nothing was sent.", errors);
    void announce(message, vscode.l10n.t("Show Problems"), () => vscode.commands.executeCommand("workbench.actions.view.problems"));
    return undefined;
  }
  // Variants differ in their model and in values of their own: what comes from outside is asked for once.
  const values = await fetchValues(document.uri, first, parts.lastEditor);
  if (!values) return undefined;
  const compilations = parsed.map((one) => compile(one, values));
  const [problem] = compilations.flatMap(({ problems }) => problems);
  if (!problem) return compilations.flatMap(({ requests }) => requests);
  void announce(vscode.l10n.t("{0} Nothing was sent.", problem.message.replaceAll("`", "'")));
  return undefined;
}

function countErrors(parts: RunnerParts, document: vscode.TextDocument, parsed: PromptDocument): number {
  return diagnose(parsed, parts.facts.known(document, parsed)).filter((one) => one.severity === "error").length;
}

async function confirmBatch(requests: readonly CompiledRequest[]): Promise<boolean> {
  const [first] = requests;
  const isListed = first !== undefined && settings.confirmKinds().includes(first.request.kind);
  if (requests.length <= settings.confirmAbove() && !isListed) return true;
  return confirm(vscode.l10n.t("Run {0} tasks? Each is billed by the service.", requests.length), vscode.l10n.t("Run"));
}
