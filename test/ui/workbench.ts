/** Opens a real workbench on a copy of a folder and drives it as a user would. */
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Locator, Page } from "playwright-core";
import * as z from "zod/mini";
import { installServer } from "../../scripts/vscodeHost/installServer.ts";
import { installVsix } from "../../scripts/vscodeHost/installVsix.ts";
import { linkExtensions, makeProfile, type Settings, testSettings } from "../../scripts/vscodeHost/profile.ts";
import { drawn, saveProcessorTime } from "../../scripts/vscodeHost/saveProcessorTime.ts";
import { repositoryFolder } from "../../scripts/vscodeHost/serverLocation.ts";
import { startServer } from "../../scripts/vscodeHost/startServer.ts";
import { stopAnimations } from "../../scripts/vscodeHost/stopAnimations.ts";
import { workbenchAddress } from "../../scripts/vscodeHost/workbenchAddress.ts";
import { workerBrowser } from "../workerBrowser.ts";
import { type EditorArea, editorArea } from "./workbench/editorArea.ts";
import { killExtensionHost } from "./workbench/killExtensionHost.ts";
import { type QuickInput, quickInput } from "./workbench/quickInput.ts";
import { repeat, repeatUntil } from "./workbench/repeatUntil.ts";
import { type Theme, themes } from "./workbench/themes.ts";
import { type Views, views } from "./workbench/views.ts";

export interface WorkbenchOptions {
  /** Folder whose copy is opened; default: an empty one. */
  folder?: string;
  /** Files that are written into the opened folder before the start: name → content. */
  files?: Readonly<Record<string, string | Uint8Array>>;
  settings?: Settings;
  /** Folder of the built extension; default: the one shared by this run of the ui tests. */
  extensionFolder?: string;
  /** Folders of other extensions. */
  otherExtensions?: readonly string[];
  /** A VSIX that is installed instead of the built extension. */
  vsix?: string;
  /** Environment of the server, and therefore of the extension host. */
  environment?: NodeJS.ProcessEnv;
  /** true: the folder is untrusted and opens in Restricted Mode. Default false. */
  restricted?: boolean;
  /** Runs in each page and frame of the window, before its own scripts. */
  initScript?: () => void;
  /** true: the browser draws the window, as for a user. Default: only in screenshots. */
  isMeasured?: boolean;
  /** CSS pixels; default 1280 × 800. */
  viewport?: { width: number; height: number };
}

export interface Workbench extends EditorArea, QuickInput, Views {
  readonly page: Page;
  /** Absolute path of the opened copy. */
  readonly folder: string;
  /** Merges into the workspace's settings, which VS Code watches; returns once the window has read them. */
  changeWorkspaceSettings(settings: Settings): Promise<void>;
  /** Merges into the user's settings and reloads the window, because the server does not watch that file. */
  changeUserSettings(settings: Settings): Promise<void>;
  /** With the environment variable `SCREENSHOTS`: takes `test-results/NAME-THEME.png` in all four themes, then restores the first one. */
  screenshotInThemes(name: string): Promise<void>;
  /** Returns once the workbench shows the theme. */
  switchTheme(theme: Theme): Promise<void>;
  /** Reloads the window and returns once it is usable; secrets, views and state survive. */
  reload(): Promise<void>;
  /** With the environment variable `SCREENSHOTS`: `test-results/NAME.png`. */
  screenshot(name: string, part?: Locator): Promise<void>;
  /** Kills the extension host like a crash; the workbench starts another one. */
  killExtensionHost(): Promise<void>;
  /** Closes its window, ends every process of the server and removes the copy. */
  close(): Promise<void>;
}

/** The open workbenches, of which a failed test takes screenshots. */
export const openPages = new Set<Page>();

/** Screenshots are for manual review: a normal run takes only those of failed tests. */
const takesScreenshots = process.env.SCREENSHOTS !== undefined;

/** Milliseconds that an action or a wait for an element may take. */
const patience = 90_000;

export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const browser = await workerBrowser();
  const temporary = await realpath(await mkdtemp(path.join(tmpdir(), "generation-studio-ui-")));
  const folder = path.join(temporary, "workspace");
  await fill(folder, options);
  const profile = await makeProfile(temporary, { ...testSettings, ...options.settings, ...settingsOfEveryTest() });
  const installation = await installServer();
  if (options.vsix === undefined)
    await linkExtensions(profile, options.extensionFolder ?? (await sharedExtension()), ...(options.otherExtensions ?? []));
  else await installVsix(installation, profile, options.vsix);
  const server = await startServer({
    server: installation,
    profile,
    purpose: "person",
    workspaceTrust: options.restricted === true,
    ...(options.environment === undefined ? {} : { environment: options.environment }),
  });
  let context: BrowserContext | undefined;
  const close = async () => {
    await context?.close().catch(() => undefined);
    await server.end();
    await rm(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    context = await browser.newContext({
      viewport: options.viewport ?? { width: 1280, height: 800 },
      // Otherwise the server would compress the whole workbench for each window.
      extraHTTPHeaders: { "accept-encoding": "identity" },
    });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await stopAnimations(context);
    if (!options.isMeasured) await saveProcessorTime(context);
    if (options.initScript !== undefined) await context.addInitScript(options.initScript);
    const page = await context.newPage();
    openPages.add(page);
    page.on("close", () => openPages.delete(page));
    page.setDefaultTimeout(patience);
    await page.goto(workbenchAddress(server.authority, { open: folder }));
    await whenUsable(page);

    let changes = 0;
    const changeWorkspaceSettings = async (settings: Settings) => {
      changes += 1;
      const title = `Settings ${changes}`;
      // A window does not watch the file right after it was loaded, so the file is written again.
      await repeat(
        () => mergeInto(path.join(folder, ".vscode", "settings.json"), { ...settings, "window.title": title }),
        (timeout) => page.waitForFunction((known) => document.title.includes(known), title, { timeout }),
      );
    };
    const reload = async () => {
      // Reloads as a user would: `page.reload()` drops messages that a webview has just posted to the window.
      const loaded = page.waitForEvent("load", { timeout: 90_000 });
      await quickInput(page).runCommand("Developer: Reload Window");
      await loaded;
      await whenUsable(page);
    };
    const switchTheme = (theme: Theme) =>
      repeatUntil(page.locator(`.monaco-workbench.${themes[theme].className}[class*="vscode-theme"]`), () =>
        changeWorkspaceSettings({ "workbench.colorTheme": themes[theme].label }),
      );
    const screenshot = async (name: string, part?: Locator) => {
      if (!takesScreenshots) return;
      const file = path.join(repositoryFolder, "test-results", `${name}.png`);
      await mkdir(path.dirname(file), { recursive: true });
      await (part ?? page).screenshot({ path: file, animations: "disabled", style: drawn });
    };
    return {
      ...quickInput(page),
      ...editorArea(page),
      ...views(page),
      page,
      folder,
      changeWorkspaceSettings,
      reload,
      async changeUserSettings(settings) {
        await mergeInto(profile.settingsFile, settings);
        await reload();
      },
      switchTheme,
      screenshot,
      async screenshotInThemes(name) {
        if (!takesScreenshots) return;
        for (const theme of ["light", "highContrastDark", "highContrastLight", "dark"] as const) {
          await switchTheme(theme);
          await screenshot(`${name}-${theme}`);
        }
      },
      killExtensionHost: () => killExtensionHost(server.pid),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** From the environment variable `WORKBENCH_SETTINGS`, a JSON object: settings for viewing the tests in another theme, for example. */
function settingsOfEveryTest(): Settings {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(process.env.WORKBENCH_SETTINGS ?? "{}"));
}

/** Only a test of the ui project has one; a benchmark imports this file without vitest. */
async function sharedExtension(): Promise<string> {
  const { inject } = await import("vitest");
  return inject("extensionFolder");
}

async function fill(folder: string, { folder: source, files = {} }: WorkbenchOptions): Promise<void> {
  if (source === undefined) await mkdir(folder, { recursive: true });
  else await cp(source, folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
}

async function mergeInto(file: string, settings: Settings): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const present = await readFile(file, "utf8").then(JSON.parse, () => ({}));
  await writeFile(file, JSON.stringify({ ...present, ...settings }, undefined, 2));
}

/**
 * Waits until VS Code has restored the window and registered the extension's contributions.
 * A palette that is opened earlier would not show the extension's commands.
 */
async function whenUsable(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("code/LifecyclePhase/Restored").length > 0, undefined, {
    timeout: 60_000,
  });
  await page.locator('.activitybar .action-item a.action-label[aria-label^="Generation Studio"]').waitFor();
}
