#!/usr/bin/env node
/** Accepts the command line of VS Code's desktop version and runs VS Code's server with a headless Chromium instead. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { format, parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "./findBrowser.ts";
import { browserArguments } from "./vscodeHost/browserArguments.ts";
import { installServer } from "./vscodeHost/installServer.ts";
import { makeProfile, testSettings } from "./vscodeHost/profile.ts";
import { saveProcessorTime } from "./vscodeHost/saveProcessorTime.ts";
import { startServer } from "./vscodeHost/startServer.ts";
import { stopAnimations } from "./vscodeHost/stopAnimations.ts";
import { workbenchAddress } from "./vscodeHost/workbenchAddress.ts";

/** Irrelevant output of the workbench and its server, whose native log writers are not compiled here. */
const chatter =
  /^\[(AgentHost|AccountPolicyGate|RemoteAgentHost|reconnection-grace|Service Worker)|(Creating a socket|Resolv(ing|ed) connection token|additional builtin extensions)|ENOTFOUND|spdlog|watchdog|Dialog requested during smoke test|Creation of workbench contribution|Timed out waiting for authentication provider/;
const settings = {
  ...testSettings,
  // The same as on the desktop: in a browser, VS Code saves automatically after a second.
  "files.autoSave": "off",
  // Tests in the extension host see nothing of the window.
  "workbench.editor.showTabs": "none",
  "workbench.editor.editorActionsLocation": "hidden",
};
/** The longest run, in milliseconds; `HOST_TEST_LIMIT` overrides it. */
const limit = Number(process.env.HOST_TEST_LIMIT ?? 1_200_000);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    extensionDevelopmentPath: { type: "string", multiple: true },
    extensionTestsPath: { type: "string" },
    "user-data-dir": { type: "string" },
  },
});

process.exitCode = await launch().catch((error: Error) => {
  console.error(error.message);
  return 1;
});
process.exit();

async function launch(): Promise<number> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error("No Chromium, Chrome or Edge was found: install one, or name it in CHROMIUM.");
  const server = await installServer();
  const temporary = await mkdtemp(path.join(tmpdir(), "generation-studio-host-"));
  const profile = await makeProfile(text(values["user-data-dir"]) ?? temporary, settings);
  const running = await startServer({ server, profile, purpose: "tests" });
  let browser: Browser | undefined;
  try {
    // Playwright would end this process when it has closed the browser.
    browser = await chromium.launch({ executablePath, args: [...browserArguments], handleSIGINT: false });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await stopAnimations(context);
    await saveProcessorTime(context);
    const page = await context.newPage();
    const end = runEnd(page, running.exited);
    // The run may also end while the page is loading.
    return await Promise.race([end.promise, openWorkbench(page, running.authority, end.resolve).then(() => end.promise)]);
  } finally {
    await browser?.close().catch(() => undefined);
    await running.end();
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function openWorkbench(page: Page, authority: string, onExit: (code: number) => void): Promise<void> {
  await page.exposeFunction("codeAutomationExit", onExit);
  await page.exposeFunction("codeAutomationLog", writeLog);
  await page.goto(
    workbenchAddress(authority, {
      open: positionals[0] === undefined ? undefined : path.resolve(positionals[0]),
      developmentExtensions: (values.extensionDevelopmentPath ?? []).map((folder) => path.resolve(String(folder))),
      testsModule: text(values.extensionTestsPath),
    }),
  );
}

/** Settles with the exit code that the workbench reports, or with an error when it can no longer report one. */
function runEnd(page: Page, serverExited: Promise<number | null>): PromiseWithResolvers<number> {
  const end = Promise.withResolvers<number>();
  const fail = (message: string) => end.reject(new Error(message));
  page.on("crash", () => fail("The workbench's page crashed."));
  page.on("close", () => fail("The workbench's page was closed."));
  void serverExited.then((code) => fail(`VS Code's server ended with ${code} during the tests.`));
  setTimeout(() => fail(`The tests did not end within ${limit / 1000} s.`), limit).unref();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => fail(`Stopped by ${signal}.`));
  return end;
}

function writeLog(type: string, values: unknown[]): void {
  const text = format(...values);
  if (!process.env.HOST_TEST_VERBOSE && chatter.test(text)) return;
  (type === "error" ? process.stderr : process.stdout).write(`${text}\n`);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? path.resolve(value) : undefined;
}
