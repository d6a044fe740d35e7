/**
 * Serves the built panels to a browser context that uses it as its proxy, so that pages have one address and their scripts stay in
 * the browser's cache from page to page. Requests to other addresses are refused.
 */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { readPanel } from "./panelFiles.ts";
import { silence } from "./silence.ts";

/** Where every panel is. */
export const origin = "http://panel.test";

/** The request header with the key of the document that a page shows. */
const documentHeader = "x-panel-document";

const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
  ".png": "image/png",
};

/** The documents of pages, by the key in their requests. */
const documents = new Map<string, string>();

/** Makes a context that reaches nothing but the panels. */
export async function newPanelContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ proxy: { server: await proxyAddress() } });
}

/** Makes this the document of a page. */
export async function serveDocument(page: Page, key: string, html: string): Promise<void> {
  documents.set(key, html);
  await page.setExtraHTTPHeaders({ [documentHeader]: key });
}

let address: Promise<string> | undefined;
function proxyAddress(): Promise<string> {
  address ??= start();
  return address;
}

async function start(): Promise<string> {
  const server = createServer(async ({ url = "", headers: sent }, response) => {
    const { origin: asked, pathname } = new URL(url, "http://proxy.test");
    const key = sent[documentHeader];
    const found = asked !== origin ? undefined : pathname === "/" ? documents.get(String(key)) : await readPanelFile(pathname);
    if (pathname === "/favicon.ico") response.writeHead(204).end();
    else if (found === undefined) response.writeHead(404).end();
    else {
      // Frames without an origin load scripts, as from VS Code's own server.
      const isKept = pathname !== "/" && !pathname.startsWith("/images/");
      const type = types[path.extname(pathname)] ?? "text/html";
      const headers = { "content-type": type, "cache-control": isKept ? "max-age=3600" : "no-store", "access-control-allow-origin": "*" };
      response.writeHead(200, headers).end(found);
    }
  });
  // An address with https, which no panel has.
  server.on("connect", (_, socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The server of the panels has no port.");
  return `http://127.0.0.1:${bound.port}`;
}

async function readPanelFile(pathname: string): Promise<Uint8Array | undefined> {
  const name = path.basename(pathname);
  const theme = /^theme-(\w+)\.css$/.exec(name)?.[1];
  if (theme !== undefined) return readFile(`test/fixtures/themes/${theme}.css`);
  if (name === "webview.css") return readFile("test/fixtures/themes/webview.css");
  if (pathname.startsWith("/images/")) return pathname.endsWith(".mp3") ? silence(1) : readFile("media/icon.png");
  return (await readPanel()).get(name);
}

/** Whether something other than the panels' own files is asked for. */
export async function isStrange(url: string): Promise<boolean> {
  const { origin: asked, pathname, protocol } = new URL(url);
  if (protocol === "data:" || protocol === "blob:") return false;
  return asked !== origin || (pathname !== "/" && (await readPanelFile(pathname)) === undefined);
}
