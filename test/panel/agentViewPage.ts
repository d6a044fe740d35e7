/** Shows the view of results like a client: in a sandboxed frame, with the client implementation of the protocol's package. */
import { readFile } from "node:fs/promises";
import * as esbuild from "esbuild";
import type { Browser, Frame, Page } from "playwright-core";
import { buildAgentView } from "../../scripts/agentView.ts";
import { installPackage } from "../../scripts/testing/installPackage.ts";
import { viewResource } from "../../src/mcp/view/view.ts";
import type { Theme } from "./documentPage.ts";

/** A tool's result as a client receives it. */
export interface ToolAnswer {
  content: object[];
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

export interface Asked {
  method: string;
  params: Record<string, unknown>;
}

export interface AgentViewPage {
  page: Page;
  /** The view's own document. */
  view: Frame;
  /** The view's requests to the client, in order. */
  asked: Asked[];
  /** Content security policy reports, errors, and blocked loads. */
  violations: string[];
  /** The latest height that the view requested. */
  height(): Promise<number>;
  sendInput(input: object): Promise<void>;
  sendResult(result: ToolAnswer): Promise<void>;
  sendCancelled(): Promise<void>;
  screenshot(name: string): Promise<void>;
}

interface ViewPageOptions {
  theme?: Theme;
  width?: number;
  texts?: Readonly<Record<string, string>>;
  /** Answers the view's requests; throws an Error if the client refuses. */
  answer: (asked: Asked) => unknown;
}

declare global {
  interface Window {
    answerView(method: string, params: unknown): Promise<{ result?: unknown; refused?: string }>;
    connectView(html: string, context: object): Promise<void>;
    bridge: {
      sendToolInput(it: object): Promise<void>;
      sendToolResult(it: object): Promise<void>;
      sendToolCancelled(it: object): Promise<void>;
    };
  }
}

/** The client implementation of the package. */
const hostScript = `
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
const ask = (method) => async (params) => {
  const { result, refused } = await window.answerView(method, params);
  if (refused !== undefined) throw new Error(refused);
  return result;
};
window.connectView = async (html, hostContext) => {
  const frame = document.querySelector("iframe");
  const capabilities = { openLinks: {}, serverTools: {}, serverResources: {}, updateModelContext: { text: {} }, message: { text: {} } };
  const bridge = new AppBridge(null, { name: "Test", version: "1" }, capabilities, { hostContext });
  bridge.oncalltool = ask("tools/call");
  bridge.onreadresource = ask("resources/read");
  bridge.onmessage = ask("ui/message");
  bridge.onopenlink = ask("ui/open-link");
  bridge.onupdatemodelcontext = ask("ui/update-model-context");
  bridge.onsizechange = ({ height }) => { frame.style.height = height + "px"; };
  const initialized = new Promise((resolve) => { bridge.oninitialized = resolve; });
  window.bridge = bridge;
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
  await initialized;
};
`;

/** The style variables of VS Code 1.139 that the view uses. */
const variables = {
  "--color-background-primary": "var(--vscode-editor-background)",
  "--color-background-secondary": "var(--vscode-sideBar-background)",
  "--color-text-primary": "var(--vscode-foreground)",
  "--color-text-secondary": "var(--vscode-descriptionForeground)",
  "--color-text-danger": "var(--vscode-errorForeground)",
  "--color-border-primary": "var(--vscode-widget-border)",
  "--color-ring-primary": "var(--vscode-focusBorder)",
  "--font-sans": "var(--vscode-font-family)",
  "--font-text-md-size": "13px",
  "--font-text-md-line-height": "1.5",
  "--border-radius-sm": "3px",
  "--border-radius-md": "4px",
};

/** The protocol's default policy for a view that lists no other origins. */
const hostPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

export interface BuiltView {
  html: string;
  host: string;
}

/** Uses the newest version of the client's package that works with version 1 of the SDK. */
export async function buildView(): Promise<BuiltView> {
  const folder = await installPackage("@modelcontextprotocol/ext-apps", "1.7.5");
  const [{ html }, { outputFiles }] = await Promise.all([
    buildAgentView(),
    esbuild.build({
      stdin: { contents: hostScript, resolveDir: folder },
      bundle: true,
      format: "iife",
      platform: "browser",
      minify: true,
      write: false,
      logLevel: "silent",
    }),
  ]);
  return { html, host: outputFiles[0]?.text ?? "" };
}

export async function openAgentView(browser: Browser, built: BuiltView, options: ViewPageOptions): Promise<AgentViewPage> {
  const { theme = "dark", width = 420, texts, answer } = options;
  const page = await browser.newPage({ viewport: { width, height: 700 } });
  page.setDefaultTimeout(60_000);
  const asked: Asked[] = [];
  const violations: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") violations.push(message.text());
  });
  page.on("pageerror", (error) => violations.push(error.message));
  await page.route("**/*", async (route) => {
    const { href, pathname } = new URL(route.request().url());
    if (href === "http://client.test/") await route.fulfill({ contentType: "text/html", body: clientPage });
    else if (pathname === "/client.js") await route.fulfill({ contentType: "text/javascript", body: built.host });
    else {
      violations.push(href);
      await route.abort();
    }
  });
  await page.exposeFunction("answerView", async (method: string, params: Record<string, unknown>) => {
    asked.push({ method, params });
    try {
      return { result: await answer({ method, params }) };
    } catch (error) {
      return { refused: error instanceof Error ? error.message : "refused" };
    }
  });
  await page.goto("http://client.test/");
  const isLight = theme === "light" || theme === "highContrastLight";
  const styles = await readFile(`test/fixtures/themes/${theme}.css`, "utf8");
  // As in VS Code: its policy and the theme's variables come before the view's content.
  const before = `<meta http-equiv="Content-Security-Policy" content="${hostPolicy}"><style>${styles}</style>`;
  const html = viewResource(built.html, { texts, unit: "€" }).text.replace("<head>", () => `<head>${before}`);
  await page.evaluate(([document, context]) => window.connectView(document, context), [
    html,
    { theme: isLight ? "light" : "dark", locale: "en", styles: { variables }, displayMode: "inline" },
  ] as const);
  const view = page.frames()[1];
  if (view === undefined) throw new Error("The view has no frame.");
  return {
    page,
    view,
    asked,
    violations,
    height: () => page.evaluate(() => Number.parseInt(document.querySelector("iframe")?.style.height ?? "0", 10)),
    sendInput: (input) => page.evaluate((it) => window.bridge.sendToolInput({ arguments: it }), input),
    sendResult: (result) => page.evaluate((it) => window.bridge.sendToolResult(it), result),
    sendCancelled: () => page.evaluate(() => window.bridge.sendToolCancelled({ reason: "stopped" })),
    async screenshot(name) {
      if (process.env.SCREENSHOTS !== undefined) await page.screenshot({ path: `test-results/panel/${name}.png`, animations: "disabled" });
    },
  };
}

const clientPage = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Client</title>
<style>body { margin: 0; } iframe { display: block; width: 100%; border: 0; }</style></head>
<body><iframe title="View" sandbox="allow-scripts"></iframe><script src="/client.js"></script></body></html>`;
