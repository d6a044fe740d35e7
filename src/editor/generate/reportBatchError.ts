import type { Kind } from "../../contract/kind.ts";
import { errorFactsOf, type Task } from "../../generations/task.ts";
import { askTarget } from "../artifacts/chooseTarget.ts";
import { saveTaskElsewhere } from "../artifacts/saveAgain.ts";
import { report, reportFacts } from "../base/report.ts";
import { chooseOtherModel } from "../requests/chooseRequestOptions.ts";
import { fillRequestForm } from "../requests/form/fillRequestForm.ts";
import type { FormSource } from "../requests/form/formRequest.ts";
import { fieldOfParameter } from "../requests/optionFields.ts";
import type { Batch } from "./batch.ts";
import { saveAsDocuments } from "./saveAsDocuments.ts";

/** A task that ended without a result, or the error because of which there is no task. */
export type BatchError = { task: Task } | { error: unknown; task?: undefined };

/**
 * Shows one message for a batch, with the action that helps against its first error.
 * @param batch The prompts that run again; the first one has the error.
 * @param run Runs the batch again with the user's changes.
 */
export async function reportBatchError(
  runner: FormSource,
  batch: Batch,
  batchError: BatchError,
  run: (batch: Batch) => Promise<unknown>,
): Promise<void> {
  const { task } = batchError;
  const [failed] = batch.prompts;
  const options = failed?.options ?? batch.options;
  const retry = () => run(batch);
  // Only prompts with the rejected options.
  const rejected = batch.prompts.filter((one) => one.options === failed?.options);
  const prompts = rejected.map(({ prompt, target }) => ({ prompt, target }));
  const chooseModel = async () => {
    const other = await chooseOtherModel(runner, options);
    if (other !== undefined) await run({ ...batch, prompts: rejected.map(({ options: _, ...one }) => one), options: other });
  };
  const changeOptions = async () => {
    const { kind, interface: version, model, choices, references } = options;
    const filled = await fillRequestForm(runner, {
      kind,
      prompts: prompts.map(({ prompt }) => prompt.text),
      given: { interface: version, references: [...references], count: failed?.count ?? batch.count },
      before: { model, choices },
      refused: describeRefused(kind, task),
    });
    if (filled === undefined) return;
    const { output, prompts: texts } = filled;
    const changed = { ...options, ...filled.options };
    if (output === "document") return saveAsDocuments(texts, changed);
    const again = prompts.map((one, index) => ({ ...one, prompt: { ...one.prompt, text: texts[index] ?? one.prompt.text } }));
    await run({ ...batch, prompts: again, options: changed, count: output });
  };
  const saveElsewhere = async () => {
    // The result is already paid for, so it is only saved and not generated again.
    if (task?.state === "unsaved") return saveTaskElsewhere(await runner.tasks(), task);
    const target = failed === undefined ? undefined : await askTarget(options.kind, failed.prompt.text);
    if (target !== undefined) await run({ ...batch, prompts: batch.prompts.map((one) => ({ ...one, target })) });
  };
  const help = { retry, chooseModel, changeOptions, saveElsewhere };
  if (task === undefined) return report(batchError.error, help);
  const facts = errorFactsOf(task);
  if (facts !== undefined) return reportFacts(facts, { ...help, taskKey: task.key });
}

/** The field that the service named, with its reason. */
function describeRefused(kind: Kind, task: Task | undefined): Record<string, string> {
  const { param: parameter, message } = task?.error ?? {};
  const field = kind === "text" || parameter === undefined ? undefined : fieldOfParameter(kind, parameter);
  return field === undefined || message === undefined ? {} : { [field.name]: message };
}
