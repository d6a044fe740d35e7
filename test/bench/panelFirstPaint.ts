/** Measures when the panel's document first paints content, and when it paints the conversation. */
import { createServer } from "node:http";
import path from "node:path";
import type { Browser } from "playwright-core";
import { panelTexts } from "../../src/chat/texts/panelTexts.ts";
import { panelDocument } from "../../src/editor/panels/panelDocument.ts";
import { conversationOf } from "../panel/conversations.ts";
import { buildPanel } from "../panel/panelFiles.ts";
import { median } from "./measuredProcess.ts";

declare global {
  interface Window {
    showsConversation: Promise<number>;
  }
}

const nonce = "dGVzdA==";
const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf" };

function htmlFor(origin: string): string {
  const document = { source: origin, nonce, title: "Chat", location: "sideBar", language: "en", unit: "", texts: undefined } as const;
  const { placeholder: hint } = panelTexts;
  const files = { script: `${origin}/chat.js`, imports: [`${origin}/chatShared.js`], style: `${origin}/chat.css` };
  return panelDocument({ ...document, ...files, hint }).replace("<body", '<body class="vscode-dark"');
}

/** Serves the files without the test driver, which costs more per request than the panel itself. */
async function servePanel(): Promise<{ address: string } & AsyncDisposable> {
  const files = await buildPanel();
  const server = createServer((request, response) => {
    const name = path.basename(URL.parse(request.url ?? "/", "http://localhost")?.pathname ?? "/");
    const body = name === "" ? htmlFor(`http://${request.headers.host}`) : files.get(name);
    response.writeHead(body === undefined ? 404 : 200, { "content-type": types[path.extname(name)] ?? "text/html" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    address: `http://127.0.0.1:${address.port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Milliseconds from the start of the document. */
export interface Paints {
  /** To its first contentful paint, which is the outline of the input. */
  first: number;
  /** To the frame that shows the conversation and the input itself. */
  conversation: number;
}

/** The medians of `times` new pages. */
export async function measureFirstPaint(browser: Browser, times = 15): Promise<Paints> {
  await using server = await servePanel();
  const paints: Paints[] = [];
  for (let time = 0; time < times; time += 1) {
    const page = await browser.newPage({ viewport: { width: 380, height: 800 } });
    await page.addInitScript(
      (data) => {
        const answer = (message: { name: string }) => {
          if (message.name === "ready") setTimeout(() => window.dispatchEvent(new MessageEvent("message", { data })));
        };
        Object.assign(window, { acquireVsCodeApi: () => ({ postMessage: answer, getState: () => undefined, setState: () => {} }) });
        window.showsConversation = new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            if (document.querySelector("section.composer") === null) return;
            observer.disconnect();
            // A task after the start of the next frame, which has painted it.
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
          });
          observer.observe(document, { childList: true, subtree: true });
        });
      },
      { push: { type: "conversation", conversation: conversationOf([]), imageFolder: `${server.address}pictures` } },
    );
    await page.goto(server.address);
    paints.push({
      first: await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => {
              const [entry] = list.getEntriesByName("first-contentful-paint");
              if (entry) resolve(entry.startTime);
            }).observe({ type: "paint", buffered: true });
          }),
      ),
      conversation: await page.evaluate(() => window.showsConversation),
    });
    await page.close();
  }
  return { first: median(paints.map(({ first }) => first)), conversation: median(paints.map(({ conversation }) => conversation)) };
}
