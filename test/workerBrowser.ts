/** Headless Chromium for the tests of panels and of the workbench. */
import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "../scripts/findBrowser.ts";
import { browserArguments } from "../scripts/vscodeHost/browserArguments.ts";

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error("No Chromium, Chrome or Edge was found: install one, or name it in CHROMIUM.");
  // Chromium starts while other processes use all cores.
  return chromium.launch({ executablePath, args: [...browserArguments], timeout: 120_000 });
}

let started: Promise<Browser> | undefined;

/** One for all test files of a worker that are not isolated from each other. It ends with the worker. */
export function workerBrowser(): Promise<Browser> {
  started ??= launchBrowser();
  return started;
}
