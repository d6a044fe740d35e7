import type * as vscode from "vscode";
import type { RunOptions as LoopOptions } from "../../promptTests/runTests.ts";
import type { PlannedLeaf } from "./planDocuments.ts";

export type Use = LoopOptions<PlannedLeaf>["use"];

/** How tests of the Testing view run. */
export interface RunOptions {
  use: Use;
  token: vscode.CancellationToken;
  /** What the user has agreed to before; without it, they are asked where something would be sent. */
  confirmed?: "send" | "cacheOnly";
  /** Called where the user was asked. */
  onConfirmed?: (answer: "send" | "cacheOnly") => void;
}
