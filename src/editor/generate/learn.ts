/** How a task ended in; what that teaches about its model, remembered, out. */
import type { ServiceError } from "../../client/serviceError.ts";
import type { Task, TaskFailure } from "../../tasks/task.ts";
import type { Studio } from "../studio.ts";
import { choicesOf } from "./buildTaskRequest.ts";
import { fieldOfParameter } from "./optionFields.ts";
import type { Wish } from "./wish.ts";

/** The model can make this kind, with these values. */
export async function learnFromSuccess(studio: Studio, task: Task): Promise<void> {
  await studio.state.learn(task.model, task.kind, "worked");
  for (const [field, value] of Object.entries(choicesOf(task.request))) await studio.state.forgetRefused(task.model, field, value);
}

/** Only what the service says clearly: the model, or the value of one field, is refused. */
export async function learnFromFailure(studio: Studio, wish: Wish, error: ServiceError | TaskFailure | undefined): Promise<void> {
  if (error === undefined) return;
  const parameter = "param" in error ? error.param : undefined;
  const isModel = error.kind === "modelNotFound" || (error.kind === "invalidRequest" && parameter?.split(".").at(-1) === "model");
  if (isModel) return studio.state.learn(wish.model, wish.kind, "refused");
  if (error.kind !== "invalidRequest" || parameter === undefined || wish.kind === "text") return;
  const field = fieldOfParameter(wish.kind, parameter);
  const value = field === undefined ? undefined : wish.choices[field.name];
  if (field !== undefined && value !== undefined) await studio.state.rememberRefused(wish.model, field.name, value);
}
