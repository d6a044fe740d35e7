import type { ArtifactTarget } from "../../generations/task.ts";
import type { PromptWithLocation } from "../artifacts/promptWithLocation.ts";
import type { GenerateArguments, RequestOptions } from "../requests/requestOptions.ts";

/** Tasks with the same options, for one or several prompts. */
export interface Batch {
  options: RequestOptions;
  prompts: readonly TargetedPrompt[];
  /** Number of tasks for each prompt. */
  count: number;
  afterwards: Pick<GenerateArguments, "insertLink" | "show">;
}

export interface TargetedPrompt {
  prompt: PromptWithLocation;
  target: ArtifactTarget;
  /** Overrides the batch's options; only one field differs. */
  options?: RequestOptions;
  /** Overrides the batch's number of tasks. */
  count?: number;
}
