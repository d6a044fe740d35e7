/** The messages for translators are exactly those of the sources. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { collectMessages } from "../../../scripts/collectMessages.ts";
import { translateMessage } from "../../../src/client/errors/ownSentences.ts";
import { sources } from "../repository/repositoryFiles.ts";

const bundle = path.join(import.meta.dirname, "..", "..", "..", "l10n", "bundle.l10n.json");

test("the messages for translators are those of the sources; `node scripts/collectMessages.ts` updates them", async () => {
  expect(JSON.parse(await readFile(bundle, "utf8"))).toEqual(await collectMessages());
});

/** Functions whose first argument is shown in the editor's language. */
const shown = new Set(["t", "badAnswer", "badFile"]);
/** Calls for the log and for documentation, which is in English. */
const internal = new Set(["debug", "info", "warn", "error", "describe"]);

/** What the editor loads; fields of prompt documents have texts that are composed, and collected from their tables. */
const inEditor = /^src\/(?:editor|client|generations|promptTests|prompt\/(?!fields|assertions\/amounts)|chat|media\/signing)/;
/** Sentences that no user reads, or that are no interface. */
const unseen: readonly [file: string, begins: string, why: string][] = [
  ["src/editor/ai/mediaTool.ts", "", "for an agent"],
  ["src/editor/ai/readMessages.ts", "The image of a tool's result", "for a model"],
  ["src/editor/ai/participant/askEditorModel.ts", "The service does not answer.", "for a model"],
  ["src/editor/generate/text/askImprovement.ts", "You improve", "for a model"],
  ["src/editor/generate/text/runTextCommand.ts", "You ", "for a model"],
  ["src/chat/conversation/conversation.ts", "Repeat nothing", "for a model"],
  ["src/prompt/assertions/rubric.ts", "You judge", "for a model"],
  ["src/prompt/assertions/transcript.ts", "You write down", "for a model"],
  ["src/prompt/assertions/transcript.ts", "Write down", "for a model"],
  ["src/client/errors/errorTable.ts", "Set GENERATION_STUDIO_API_KEY", "for agents and the command line"],
  ["src/client/errors/errorTable.ts", "Choose another model.", "for agents and the command line"],
  ["src/client/errors/errorTable.ts", "Check the address of the service.", "for agents and the command line"],
  ["src/generations/makeRequest.ts", "x is not valid.", "a failure that is not expected"],
  ["src/generations/journal/taskTable.ts", "The task was removed", "a failure that is not expected"],
  ["src/editor/service/builtInProcess.ts", "The built-in service answered", "a failure that is not expected"],
];

const texts = await collectMessages();
// The pages look their texts up by name.
const files = sources
  .filter(({ name }) => name.startsWith("src/") && !name.startsWith("src/webview/"))
  .map(({ name, text }) => ({ name, ...readTexts(name, text) }));

test("every text that a parser finds in a call that translates or throws it is for translators, in whatever quotes", () => {
  const found = files.flatMap(({ translated }) => translated);
  expect(found.length).toBeGreaterThan(1000);
  expect(found.filter((text) => !Object.hasOwn(texts, text))).toEqual([]);
});

test("every sentence in the editor's code can be translated, unless no user reads it", async () => {
  const titles = Object.values(JSON.parse(await readFile(path.join(bundle, "..", "..", "package.nls.json"), "utf8")));
  const isKnown = (sentence: string): boolean => {
    let isFound = titles.includes(sentence);
    translateMessage(sentence, (text) => {
      isFound ||= Object.hasOwn(texts, text);
      return text;
    });
    return isFound;
  };
  const found = files
    .filter(({ name }) => inEditor.test(name))
    .flatMap(({ name, sentences }) => sentences.map((sentence) => ({ name, sentence })));
  expect(found.length).toBeGreaterThan(300);
  const isUnseen = ({ name, sentence }: { name: string; sentence: string }) =>
    unseen.some(([file, begins]) => file === name && sentence.startsWith(begins));
  expect(found.filter((one) => !isKnown(one.sentence) && !isUnseen(one))).toEqual([]);
});

/** `translated`: of calls that translate. `sentences`: literals and templates that are a sentence or a question; each value is written as x. */
function readTexts(name: string, text: string): { translated: string[]; sentences: string[] } {
  const translated: string[] = [];
  const skipped: { start: number; end: number }[] = [];
  const found: { start: number; sentence: string }[] = [];
  const add = (start: number, sentence: string) => {
    if (/^[A-Zx][^\n]* [^\n]*[a-z)][.?…]$/.test(sentence)) found.push({ start, sentence });
  };
  new Visitor({
    CallExpression({ callee, arguments: [first], start, end }) {
      const called = callee.type === "MemberExpression" ? callee.property : callee;
      if (called.type !== "Identifier") return;
      if (callee.type === "MemberExpression" && internal.has(called.name)) skipped.push({ start, end });
      if (shown.has(called.name) && first?.type === "Literal" && typeof first.value === "string") translated.push(first.value);
    },
    // A mistake of the program, which its authors read.
    NewExpression({ callee, start, end }) {
      if (callee.type === "Identifier" && ["TypeError", "RangeError"].includes(callee.name)) skipped.push({ start, end });
    },
    Literal({ value, start }) {
      if (typeof value === "string") add(start, value);
    },
    TemplateLiteral({ quasis, start }) {
      add(start, quasis.map((part) => part.value.cooked ?? "").join("x"));
    },
  }).visit(parseSync(name, text).program);
  const isSkipped = (at: number) => skipped.some(({ start, end }) => at >= start && at < end);
  return { translated, sentences: found.filter(({ start }) => !isSkipped(start)).map(({ sentence }) => sentence) };
}
