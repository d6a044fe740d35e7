import { setTimeout as sleep } from "node:timers/promises";
import { faultOf } from "../contract/faultModels.ts";
import { type Kind, kindTable } from "../contract/kind.ts";

/** The demo model that generates the result; throws for a model whose task fails. */
export function workingModelOf(modelId: string, kind: Kind): string {
  const fault = faultOf(modelId);
  if (fault === "fault-failed-task") throw new Error("The demo model fails as it was asked to.");
  return fault === undefined ? modelId : kind === "text" ? "demo-multimodal" : kindTable[kind].demoModel;
}

/** Milliseconds that `fault-slow` takes: the first number of the prompt as seconds, at most an hour; without a number 5 seconds. */
export function slowness(modelId: string, prompt: string): number {
  if (faultOf(modelId) !== "fault-slow") return 0;
  const seconds = Number(/\d+(?:\.\d+)?/.exec(prompt)?.[0] ?? 5);
  return Math.min(seconds, 3600) * 1000;
}

/** Waits as long as `fault-slow` takes. */
export async function slownessOf(modelId: string, prompt: string, signal: AbortSignal): Promise<void> {
  const wait = slowness(modelId, prompt);
  if (wait > 0) await sleep(wait, undefined, { signal });
}
