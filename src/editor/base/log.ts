/** The extension's output channel, with levels and without secrets. */

import * as vscode from "vscode";
import { errorText } from "../../contract/errorText.ts";
import { redact } from "./redact.ts";

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  /** The error's message; its stack only at level trace. */
  error(message: string, error?: unknown): void;
  /** From now on, this text is redacted in every line. */
  protect(secret: string): void;
  show(): void;
}

const secrets = new Set<string>();
let channel: vscode.LogOutputChannel | undefined;

/** Created with the first line, so that an idle window has no channel. */
function open(): vscode.LogOutputChannel {
  channel ??= vscode.window.createOutputChannel("Generation Studio", { log: true });
  return channel;
}

export const log: Log = {
  debug: (message) => open().debug(redact(message, secrets)),
  info: (message) => open().info(redact(message, secrets)),
  warn: (message) => open().warn(redact(message, secrets)),
  error(message, error) {
    open().error(redact(error === undefined ? message : `${message}: ${errorText(error)}`, secrets));
    if (error instanceof Error && error.stack !== undefined) open().trace(redact(error.stack, secrets));
  },
  protect: (secret) => void secrets.add(secret),
  show: () => open().show(true),
};

export function disposeLog(): void {
  channel?.dispose();
  channel = undefined;
}
