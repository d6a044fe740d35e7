import { addedFields, isAddedField } from "../../contract/addedFields.ts";
import type { Kind } from "../../contract/kind.ts";
import type { Task, TaskError } from "../../generations/task.ts";
import type { Choices, State } from "../base/state.ts";
import { choicesOf } from "./buildTaskRequest.ts";
import { fieldOfParameter } from "./optionFields.ts";

/** Remembers what worked for a model and what it rejected, if the service says so clearly. */
export async function recordOutcome(state: State, task: Task): Promise<void> {
  const { model, kind, error } = task;
  if (task.state === "saved") {
    await state.rememberEvidence(model, kind, "worked");
    for (const [field, value] of Object.entries(kind === "text" ? {} : choicesOf(task.request))) {
      await state.forgetRefused(model, field, value);
      // What a model takes of an added field, the service announces.
      if (!isAddedField(field)) await state.rememberWorked(model, field, value);
    }
    return;
  }
  if (error !== undefined) await recordRefused(state, { model, kind, choices: choicesOf(task.request) }, error);
}

/** Remembers the model or value that an error names. */
export async function recordRefused(
  state: Pick<State, "rememberEvidence" | "rememberRefused">,
  { model, kind, choices }: { model: string; kind: Kind; choices: Choices },
  error: Pick<TaskError, "kind" | "param">,
): Promise<void> {
  const parameter = error.param;
  const isModel = error.kind === "modelNotFound" || (error.kind === "invalidRequest" && parameter?.split(".").at(-1) === "model");
  if (isModel) return state.rememberEvidence(model, kind, "refused");
  if (error.kind !== "invalidRequest" || parameter === undefined || kind === "text") return;
  const field = fieldOfParameter(kind, parameter);
  const value = field === undefined ? undefined : choices[field.name];
  if (field === undefined || value === undefined) return;
  // Of numbers and texts, the next one may be accepted; what is announced of them may be wrong for all.
  const isListed = !isAddedField(field.name) || ["choice", "flag"].includes(addedFields[field.name].type);
  if (isListed) await state.rememberRefused(model, field.name, value);
}
