/** Opens a built panel in a page under its real content security policy. The test plays the host. */
import type { Browser, Page, Request } from "playwright-core";
import { panelTexts } from "../../src/chat/texts/panelTexts.ts";
import type { TranslatedTexts } from "../../src/chat/texts/translatedTexts.ts";
import { panelDocument } from "../../src/editor/panels/panelDocument.ts";
import { returnPage, takePage } from "./pagePool.ts";
import { isStrange, origin, serveDocument } from "./panelServer.ts";

export const themes = ["dark", "light", "highContrastDark", "highContrastLight"] as const;
export type Theme = (typeof themes)[number];

/** A dark and a light one, a usual one and one with high contrast: the others are checked in `more`. */
export const mainThemes: readonly Theme[] = ["dark", "highContrastLight"];

const bodyClasses: Record<Theme, string> = {
  dark: "vscode-dark",
  light: "vscode-light",
  highContrastDark: "vscode-high-contrast",
  highContrastLight: "vscode-high-contrast-light vscode-high-contrast",
};
const nonce = "dGVzdA==";

/** A page with one of the extension's panels. */
export interface DocumentPage<Sent extends { type: string }, Received> {
  readonly page: Page;
  /** The panel's messages to its host, in order. */
  readonly sent: Sent[];
  /** URLs outside the panel that something tried to load. */
  readonly strangeRequests: string[];
  /** The host's messages, in order. */
  readonly received: Received[];
  /** The same with the answers to the page's calls, as the page gets them. */
  readonly arrived: unknown[];
  /** Content security policy reports and uncaught errors. */
  readonly violations: string[];
  post(message: Received): Promise<void>;
  /** Resolves with the next message of a type, or one that has already arrived. */
  waitFor<Type extends Sent["type"]>(type: Type): Promise<Extract<Sent, { type: Type }>>;
  setTheme(theme: Theme): Promise<void>;
  screenshot(name: string): Promise<void>;
  /** Ends the use of the panel; its page may show the next one. */
  close(): Promise<void>;
}

export interface PanelPageOptions {
  theme?: Theme;
  width?: number;
  height?: number;
  location?: "sideBar" | "editor";
  /** The initial value of `getState`. */
  state?: unknown;
  /** BCP 47 tag of the editor's language, and its texts. */
  language?: string;
  texts?: TranslatedTexts;
  /** A file of the panel whose request is held until this resolves. */
  late?: { file: string; until: Promise<void> };
  /** The clock is replaced, which is one for all pages of a browser's context. */
  isAlone?: boolean;
}

/**
 * VS Code's own script for a webview. It passes on what the panel sends.
 * @param document marks its messages, which may arrive when the page already shows another one.
 */
function editorScript(document: string, state: unknown): string {
  const values = JSON.stringify({ document, state }).replaceAll("<", "\\u003c");
  return `<script id="_vscodeApiScript">{
  let { document: from, state } = ${values};
  window.acquireVsCodeApi = () => ({
    // As VS Code does it: JSON, besides bytes.
    postMessage: (message) => window.reportToTest(
      from,
      JSON.stringify(message, (_, value) => (value instanceof Uint8Array ? { bytesOfTest: [...value] } : value)),
    ),
    getState: () => state,
    setState: (next) => { state = next; window.panelState = next; },
  });
  window.panelState = state;
}</script>`;
}

declare global {
  interface Window {
    panelState?: unknown;
  }
}

function reviveBytes(_: string, value: unknown): unknown {
  const isBytes = typeof value === "object" && value !== null && "bytesOfTest" in value && Array.isArray(value.bytesOfTest);
  return isBytes ? Uint8Array.from(value.bytesOfTest as number[]) : value;
}

/** How a page and its host talk. */
export interface Speech<Sent, Received> {
  /** A message of the page, as tests read it. `send`: sends the page what answers it. */
  hear(message: unknown, send: (message: unknown) => void): Sent;
  /** A message of the host, as the page gets it. */
  say(message: Received): unknown;
}

/** `bundle`: name of the panel's script and style. */
export async function openDocumentPage<Sent extends { type: string }, Received>(
  browser: Browser,
  bundle: string,
  options: PanelPageOptions,
  speech: Speech<Sent, Received>,
): Promise<DocumentPage<Sent, Received>> {
  const { theme = "dark", width = 380, height = 800, location = "sideBar", isAlone = false } = options;
  const sent: Sent[] = [];
  const documentKey = crypto.randomUUID();
  let isOpen = true;
  let wake = () => {};
  const page = await takePage(browser, isAlone, (from, message) => {
    if (from !== documentKey) return;
    const heard = speech.hear(JSON.parse(message, reviveBytes), (answer) => void send(answer));
    sent.push(heard);
    wake();
  });
  await page.setViewportSize({ width, height });
  page.setDefaultTimeout(60_000);
  const strangeRequests: string[] = [];
  const violations: string[] = [];
  const received: Received[] = [];
  const arrived: unknown[] = [];
  const { language = "en", texts } = options;
  // The document of the extension, with VS Code's additions: the theme and the webview's default style.
  const html = panelDocument({
    source: origin,
    nonce,
    script: `${origin}/${bundle}.js`,
    imports: bundle === "chat" ? [`${origin}/chatShared.js`] : [],
    style: `${origin}/${bundle}.css`,
    title: bundle,
    location,
    language,
    unit: "$",
    texts,
    hint: bundle === "chat" ? (texts?.placeholder ?? panelTexts.placeholder) : undefined,
  })
    .replace(
      '<link rel="stylesheet"',
      `<link id="theme" rel="stylesheet" href="${origin}/theme-${theme}.css"><link rel="stylesheet" href="${origin}/webview.css">$&`,
    )
    // VS Code's own script comes before the policy, because it has no nonce.
    .replace("<head>", (head) => head + editorScript(documentKey, options.state))
    .replace("<body", `<body class="${bodyClasses[theme]}"`);
  await serveDocument(page, documentKey, html);
  const { late } = options;
  if (late !== undefined)
    await page.route(`${origin}/${late.file}`, async (route) => {
      await late.until;
      await route.continue();
    });
  // What the panel's policy blocks is announced although it is never sent.
  const blocked = new Set<Request>();
  page.on("request", async (request) => {
    if ((await isStrange(request.url())) && !blocked.has(request)) strangeRequests.push(request.url());
  });
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText !== "csp") return;
    blocked.add(request);
    const index = strangeRequests.indexOf(request.url());
    if (index >= 0) strangeRequests.splice(index, 1);
  });
  page.on("console", (message) => {
    if (message.type() === "error") violations.push(message.text());
  });
  page.on("pageerror", (error) => violations.push(error.message));
  page.on("dialog", (dialog) => {
    violations.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  async function send(message: unknown): Promise<void> {
    if (!isOpen) return;
    arrived.push(message);
    const posting = page.evaluate((data) => void window.dispatchEvent(new MessageEvent("message", { data })), message);
    // A test may end, and close the page, while its host answers.
    await posting.catch((error: Error) => {
      if (isOpen && !error.message.includes("has been closed")) throw error;
    });
  }
  const opened: DocumentPage<Sent, Received> = {
    page,
    sent,
    strangeRequests,
    violations,
    received,
    arrived,
    async post(message) {
      received.push(message);
      await send(speech.say(message));
    },
    async waitFor(type) {
      for (;;) {
        const found = sent.find((message) => message.type === type);
        if (found !== undefined) return found as never;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async setTheme(next) {
      await page.evaluate(
        ([name, classes, base]) =>
          new Promise<void>((resolve) => {
            const before = document.getElementById("theme");
            const link = document.createElement("link");
            link.rel = "stylesheet";
            link.id = "theme";
            link.href = `${base}/theme-${name}.css`;
            link.addEventListener("load", () => {
              before?.remove();
              // VS Code sends the kind of theme with its colours.
              document.body.className = classes;
              resolve();
            });
            document.head.prepend(link);
          }),
        [next, bodyClasses[next], origin] as const,
      );
    },
    async screenshot(name) {
      if (process.env.SCREENSHOTS === undefined) return;
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `test-results/panel/${name}.png`, animations: "disabled" });
    },
    async close() {
      isOpen = false;
      await returnPage(page, isAlone);
    },
  };
  await page.goto(`${origin}/`);
  await opened.waitFor("ready");
  return opened;
}
