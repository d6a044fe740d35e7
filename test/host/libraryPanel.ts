/** The library with a test in place of its page. */
import * as vscode from "vscode";
import { LibraryPage } from "../../src/editor/library/libraryPage.ts";
import type { Tasks } from "../../src/generations/tasks.ts";
import { wholeLibrary } from "../../src/library/libraryQuery.ts";
import type { PanelEntry, ToLibrary } from "../../src/library/toLibrary.ts";
import type { ToLibraryHost } from "../../src/library/toLibraryHost.ts";

/** A panel whose page is played by the test. */
export function openPage(tasks: Tasks, storage = "/nowhere") {
  const asked = new vscode.EventEmitter<unknown>();
  const posted = new vscode.EventEmitter<ToLibrary>();
  const never = new vscode.EventEmitter<never>().event;
  const webview: vscode.Webview = {
    options: {},
    html: "",
    cspSource: "",
    asWebviewUri: (uri) => uri,
    onDidReceiveMessage: asked.event,
    postMessage: async (message: ToLibrary) => {
      posted.fire(message);
      return true;
    },
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

  /** The next message that satisfies the condition. */
  function next<Found>(fits: (message: ToLibrary) => Found | undefined): Promise<Found> {
    return new Promise((resolve) => {
      const listener = posted.event((message) => {
        const found = fits(message);
        if (found === undefined) return;
        listener.dispose();
        resolve(found);
      });
    });
  }
  const ask = (message: ToLibraryHost) => asked.fire(message);

  async function find(): Promise<PanelEntry[]> {
    request += 1;
    const found = next((message) => (message.type === "found" && message.request === request ? message.entries : undefined));
    ask({ type: "find", request, query: wholeLibrary });
    return found;
  }

  ask({ type: "ready" });
  return {
    next,
    ask,
    /** Results of tasks. Files of the workspace, including those of other tests, may be added at any time. */
    find: async () => (await find()).filter(({ task }) => task !== undefined),
    /** Files of the workspace. */
    findFiles: async () => (await find()).filter(({ task }) => task === undefined),
    /** Searches, and again after each change as the real page does, until a message satisfies the condition. */
    async until<Found>(fits: (message: ToLibrary) => Found | undefined): Promise<Found> {
      const again = posted.event((message) => {
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
