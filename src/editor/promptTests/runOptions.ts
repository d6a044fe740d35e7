import type * as vscode from "vscode";
import type { RunOptions as LoopOptions } from "../../promptTests/runTests.ts";
import type { PlannedLeaf } from "./planDocuments.ts";

export type Use = LoopOptions<PlannedLeaf>["use"];

/** Options for running tests in the Testing view. */
export interface TestRunOptions {
  use: Use;
  token: vscode.CancellationToken;
  /** The user's earlier answer; without it, the user is asked if something would be sent. */
  confirmed?: "send" | "cacheOnly";
  /** Called with the answer if the user was asked. */
  onConfirmed?: (answer: "send" | "cacheOnly") => void;
}
