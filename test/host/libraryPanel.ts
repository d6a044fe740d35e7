/** The library with a test in place of its page. */
import * as vscode from "vscode";
import { LibraryPage } from "../../src/editor/library/libraryPage.ts";
import type { Tasks } from "../../src/generations/tasks.ts";
import { type LibraryPush, libraryProtocol, type PanelEntry } from "../../src/library/libraryProtocol.ts";
import { wholeLibrary } from "../../src/library/libraryQuery.ts";
import { callHost } from "./callHost.ts";

/** What the page receives: a push, or the results of a search. */
type Received = LibraryPush | { type: "found"; entries: PanelEntry[] };

/** A panel whose page is played by the test. */
export function openPage(tasks: Tasks, storage = "/nowhere") {
  const page = callHost(libraryProtocol);
  const received = new vscode.EventEmitter<Received>();
  page.onDidPush((push) => received.fire(push));
  const never = new vscode.EventEmitter<never>().event;
  const webview: vscode.Webview = {
    options: {},
    html: "",
    cspSource: "",
    asWebviewUri: (uri) => uri,
    onDidReceiveMessage: page.onDidSend,
    postMessage: page.receive,
  };
  const panel: vscode.WebviewPanel = {
    viewType: "library",
    title: "",
    webview,
    options: {},
    viewColumn: undefined,
    active: true,
    visible: true,
    onDidChangeViewState: never,
    onDidDispose: never,
    reveal: () => undefined,
    dispose: () => undefined,
  };
  const context = { extensionUri: vscode.Uri.file("/extension"), globalStorageUri: vscode.Uri.file(storage) };
  const library = new LibraryPage({ tasks: async () => tasks, state: { imageActions: () => [] }, context }, panel);
  let request = 0;

  /** The next push, or result of a search, that satisfies the condition. */
  function next<Found>(fits: (message: Received) => Found | undefined): Promise<Found> {
    return new Promise((resolve) => {
      const listener = received.event((message) => {
        const found = fits(message);
        if (found === undefined) return;
        listener.dispose();
        resolve(found);
      });
    });
  }

  async function find(): Promise<PanelEntry[]> {
    request += 1;
    const found = await page.send<"find">({ type: "find", request, query: wholeLibrary });
    if (found === undefined || "error" in found) throw new Error(found?.error);
    received.fire({ type: "found", entries: found.entries });
    return found.entries;
  }

  page.send<"ready">({ type: "ready" });
  return {
    next,
    call: page.send,
    /** Results of tasks. Files of the workspace, including those of other tests, may be added at any time. */
    find: async () => (await find()).filter(({ task }) => task !== undefined),
    /** Files of the workspace. */
    findFiles: async () => (await find()).filter(({ task }) => task === undefined),
    /** Searches, and again after each change as the real page does, until what it receives satisfies the condition. */
    async until<Found>(fits: (message: Received) => Found | undefined): Promise<Found> {
      const again = received.event((message) => {
        if (message.type === "changed") void find();
      });
      try {
        const found = next(fits);
        void find();
        return await found;
      } finally {
        again.dispose();
      }
    },
    /** Waits until some of the shown data is out of date. */
    changed: () => next((message) => (message.type === "changed" ? true : undefined)),
    [Symbol.dispose]: () => library.dispose(),
  };
}
