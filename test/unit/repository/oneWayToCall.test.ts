/** A page and its host talk in one way: a map of calls with replies, and one stream of pushes. A second way fails here. */
import path from "node:path";
import { expect, test } from "vitest";
import { sources } from "./repositoryFiles.ts";

/** Pages of VS Code and their hosts; the view in agents' clients and the frame that draws diagrams belong to other programs' pages. */
const ours = sources.filter(
  ({ name }) =>
    /^src\/(?:webview|editor|contract|requestForm|library|imageEditor|chat)\//.test(name) &&
    !/^src\/webview\/(?:agentView|diagrams)\//.test(name),
);
const whereIs = (text: string | RegExp) =>
  ours.filter((file) => (typeof text === "string" ? file.text.includes(text) : text.test(file.text))).map(({ name }) => name);

test("one file gets the connection of a page, and one the messages of every page", () => {
  expect(whereIs("acquireVsCodeApi()")).toEqual(["src/webview/connectHost.ts"]);
  expect(whereIs("onDidReceiveMessage")).toEqual(["src/editor/panels/panelHost.ts"]);
  expect(whereIs(/\bpostMessage\(/)).toEqual(["src/editor/panels/panelHost.ts", "src/webview/connectHost.ts"]);
});

test("one starter starts every page, with the protocol of its panel", () => {
  const pages = ours.filter(({ name }) => /^src\/webview\/\w+\/main\.tsx$/.test(name));
  const started = pages.flatMap(({ name, text }) => {
    const protocol = /^startPage\((\w+Protocol), /m.exec(text)?.[1];
    return [[path.basename(path.dirname(name)), protocol] as const];
  });
  expect(Object.fromEntries(started)).toEqual({
    chat: "chatProtocol",
    comparison: "comparisonProtocol",
    imageEditor: "imageEditorProtocol",
    library: "libraryProtocol",
    requestForm: "formProtocol",
  });
});

test("a panel has one protocol, in its shared folder", () => {
  const defining = whereIs("satisfies PanelProtocol").filter((name) => name !== "src/contract/panelProtocol.ts");
  expect(defining).toEqual([
    "src/chat/messages/chatProtocol.ts",
    "src/imageEditor/imageEditorProtocol.ts",
    "src/library/comparison/comparisonProtocol.ts",
    "src/library/libraryProtocol.ts",
    "src/requestForm/formProtocol.ts",
  ]);
  // A message that answers another one is the reply of a call.
  expect(whereIs(/\banswered by `/i)).toEqual([]);
});
