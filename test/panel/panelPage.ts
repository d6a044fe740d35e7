/** Opens the built panel in a page under its real content security policy. The test plays the host. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Change } from "../../src/chat/conversation/change.ts";
import type { Conversation } from "../../src/chat/conversation/conversation.ts";
import type { ToHost } from "../../src/chat/messages/toHost.ts";
import type { ToPanel } from "../../src/chat/messages/toPanel.ts";
import { formatMessage, type MessageValue } from "../../src/chat/texts/formatMessage.ts";
import { type PanelTextName, panelTexts } from "../../src/chat/texts/panelTexts.ts";
import type { TranslatedTexts } from "../../src/chat/texts/translatedTexts.ts";
import { panelDocument } from "../../src/editor/panels/panelDocument.ts";
import { readPanel } from "./panelFiles.ts";

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
const origin = "http://panel.test";
const nonce = "dGVzdA==";

const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
  ".png": "image/png",
  ".html": "text/html",
};

/** A page with one of the extension's panels. */
export interface DocumentPage<Sent extends { type: string }, Received> {
  readonly page: Page;
  /** The panel's messages to its host, in order. */
  readonly sent: Sent[];
  /** URLs outside the panel that something tried to load. */
  readonly strangeRequests: string[];
  /** The host's messages, in order. */
  readonly received: Received[];
  /** Content security policy reports and uncaught errors. */
  readonly violations: string[];
  /** Called with the panel's messages to its host from now on. */
  onSent: (message: Sent) => void;
  post(message: Received): Promise<void>;
  /** Resolves with the next message of a type, or one that has already arrived. */
  waitFor<Type extends Sent["type"]>(type: Type): Promise<Extract<Sent, { type: Type }>>;
  setTheme(theme: Theme): Promise<void>;
  screenshot(name: string): Promise<void>;
}

export interface PanelPage extends DocumentPage<ToHost, ToPanel> {
  show(conversation: Conversation): Promise<void>;
  change(conversationId: string, changes: Change[]): Promise<void>;
  /** The panel's text for a message in the page's language. */
  say(name: PanelTextName, ...values: MessageValue[]): string;
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
}

declare global {
  interface Window {
    reportToTest(message: unknown): void;
    panelState?: unknown;
  }
}

export async function openPanelPage(browser: Browser, options: PanelPageOptions = {}): Promise<PanelPage> {
  const opened = await openDocumentPage<ToHost, ToPanel>(browser, "chat", options);
  const { language = "en", texts } = options;
  return Object.assign(opened, {
    show: (conversation: Conversation) => opened.post({ type: "conversation", conversation, imageFolder: `${origin}/images` }),
    change: (conversationId: string, changes: Change[]) => opened.post({ type: "changes", conversationId, changes }),
    say: (name: PanelTextName, ...values: MessageValue[]) => formatMessage(texts?.[name] ?? panelTexts[name], values, language),
  });
}

/** `bundle`: name of the panel's script and style. */
export async function openDocumentPage<Sent extends { type: string }, Received>(
  browser: Browser,
  bundle: string,
  options: PanelPageOptions = {},
): Promise<DocumentPage<Sent, Received>> {
  const { theme = "dark", width = 380, height = 800, location = "sideBar" } = options;
  const files = await readPanel();
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(60_000);
  const sent: Sent[] = [];
  const strangeRequests: string[] = [];
  const violations: string[] = [];
  const received: Received[] = [];
  const { language = "en", texts } = options;
  const themeStyles = Object.fromEntries(
    await Promise.all(themes.map(async (name) => [name, await readFile(`test/fixtures/themes/${name}.css`, "utf8")])),
  );
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
    .replace("<head>", '$&<script id="_vscodeApiScript"></script>')
    .replace("<body", `<body class="${bodyClasses[theme]}"`);
  const image = await readFile("media/icon.png");
  const webviewStyle = await readFile("test/fixtures/themes/webview.css", "utf8");

  await page.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    const name = path.basename(url.pathname);
    if (url.origin !== origin) {
      strangeRequests.push(url.href);
      await route.abort();
      return;
    }
    if (options.late?.file === name) await options.late.until;
    const themeName = /^theme-(\w+)\.css$/.exec(name)?.[1];
    const body =
      name === ""
        ? html
        : themeName !== undefined
          ? themeStyles[themeName]
          : name === "webview.css"
            ? webviewStyle
            : url.pathname.startsWith("/images/")
              ? image
              : files.get(name);
    if (body === undefined) {
      strangeRequests.push(url.href);
      await route.fulfill({ status: 404 });
    } else await route.fulfill({ body: Buffer.from(body), contentType: types[path.extname(name)] ?? "text/html" });
  });
  page.on("console", (message) => {
    if (message.type() === "error") violations.push(message.text());
  });
  page.on("pageerror", (error) => violations.push(error.message));
  page.on("dialog", (dialog) => {
    violations.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  let wake = () => {};
  let panel: DocumentPage<Sent, Received> | undefined;
  await page.exposeFunction("reportToTest", (message: Sent) => {
    sent.push(message);
    wake();
    panel?.onSent(message);
  });
  await page.addInitScript((state) => {
    window.panelState = state;
    Object.assign(window, {
      acquireVsCodeApi: () => ({
        postMessage: (message: unknown) => window.reportToTest(message),
        getState: () => window.panelState,
        setState: (next: unknown) => {
          window.panelState = next;
        },
      }),
    });
  }, options.state);

  const opened: DocumentPage<Sent, Received> = {
    page,
    onSent: () => {},
    sent,
    strangeRequests,
    violations,
    received,
    async post(message) {
      received.push(message);
      const posting = page.evaluate((data) => void window.dispatchEvent(new MessageEvent("message", { data })), message);
      // A test may end, and close the page, while its host answers.
      await posting.catch((error: Error) => {
        if (!error.message.includes("has been closed")) throw error;
      });
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
  };
  panel = opened;
  await page.goto(`${origin}/`);
  await opened.waitFor("ready");
  return opened;
}
