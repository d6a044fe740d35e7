/** Runs in an extension host and measures the milliseconds until `ACTIVATION_EXTENSION` is active. */
import { writeFile } from "node:fs/promises";
import * as vscode from "vscode";

/** Called by the extension host. @throws Error when there is nothing left to measure. */
export async function run(): Promise<void> {
  const { ACTIVATION_EXTENSION: id = "", ACTIVATION_REPORT: file = "" } = process.env;
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`There is no extension ${id}.`);
  if (extension.isActive) throw new Error(`${id} was active before anybody asked for it.`);
  const start = performance.now();
  await extension.activate();
  await writeFile(file, String(performance.now() - start));
}
