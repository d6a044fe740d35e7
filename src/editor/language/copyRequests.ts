/** Copies commands that send compiled requests to the clipboard, without the key. */
import * as vscode from "vscode";
import type { CompiledRequest } from "../../prompt/compile/compile.ts";
import { toCurl } from "../../prompt/compile/toCurl.ts";
import { toTypeScript } from "../../prompt/compile/toTypeScript.ts";
import { keyVariable } from "../../prompt/parse/keyVariable.ts";
import { pickRow } from "../base/pickRow.ts";
import { announce } from "../base/report.ts";
import type { Studio } from "../service/studio.ts";

const { t } = vscode.l10n;

export const requestFormats = ["curl", "typescript"] as const;
type RequestFormat = (typeof requestFormats)[number];

/** undefined: cancelled. */
export async function chooseFormat(): Promise<RequestFormat | undefined> {
  const labels: Record<RequestFormat, string> = { curl: "cURL", typescript: "TypeScript (openai)" };
  const items = requestFormats.map((format) => ({ label: labels[format], format }));
  return (await pickRow(items, { title: t("Copy Request as") }))?.format;
}

/**
 * Copies a command for each request, and names the variable that it reads the key from. The key of the built-in service is created at each
 * start and never shown, so a terminal that has it is offered.
 */
export async function copyRequests(
  studio: Pick<Studio, "client" | "demoKey">,
  format: RequestFormat,
  requests: readonly CompiledRequest[],
): Promise<void> {
  const { baseUrl } = await studio.client();
  const write = format === "curl" ? toCurl : toTypeScript;
  await vscode.env.clipboard.writeText(requests.map(({ request }) => write(request, baseUrl)).join("\n"));
  const key = await studio.demoKey();
  const message = t("Copied. It reads the key from {0}.", keyVariable);
  if (key === undefined) void announce(message);
  else void announce(message, t("Open a Terminal with the Demo Key"), () => openTerminal(key));
}

/** Transient, so that the window does not store the terminal's environment. */
function openTerminal(key: string): void {
  vscode.window.createTerminal({ name: "Generation Studio", env: { [keyVariable]: key }, isTransient: true }).show();
}
