/** Every visible text in the panel's sources can be translated. */
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import * as esbuild from "esbuild";
import { expect, test } from "vitest";
import { panelTexts } from "../../../src/chat/texts/panelTexts.ts";
import { kindTable, mediaKinds } from "../../../src/contract/kind.ts";
import { resultActions } from "../../../src/library/resultActions.ts";

const room = path.join(import.meta.dirname, "..", "..", "..", "src", "webview");

const literal = String.raw`"(?:[^"\\\n]|\\.)*"`;
/** Attributes that a user sees or a screen reader reads. */
const spoken = new RegExp(String.raw`(?:\b(?:title|placeholder|alt|label|note|textContent)|"aria-label")(?:: | = )(${literal})`, "g");
/** A capitalized word, or a sentence of several words. */
const prose = /^"(?:[A-Z][a-z]+\b|(?:[a-z']+ ){3,}[a-z']+[.?!…]?"$)/;
/** Names of keys, and errors for developers. */
const technical = /^"(?:Enter|Escape|Tab|Arrow[A-Z][a-z]+|Home|End|Backspace|Delete|F\d+)"$/;
const forDevelopers = new RegExp(String.raw`\bError\(${literal}\)`, "g");
/** Lists of element and attribute names in the sanitizer, the parser and the formulas. */
const elementNames = /^"[a-z0-9 ]*\bbr\b[a-z0-9 ]*"$|^"pre q rp |^"math mi |^"display displaystyle /;

/** The literals in a file that look like visible text. The lint rule `noJsxLiterals` checks elements' children. */
async function findWords(source: string, loader: "ts" | "tsx"): Promise<string[]> {
  const { code } = await esbuild.transform(source, { loader, jsx: "automatic", charset: "utf8" });
  const own = code.replaceAll(forDevelopers, "Error()");
  const said = [...own.matchAll(spoken)]
    .map(([, text = ""]) => text)
    .filter((text) => /\p{L}/u.test(text) && !(JSON.parse(text) in panelTexts));
  const written = [...own.matchAll(new RegExp(literal, "g"))]
    .map(([text]) => text)
    .filter((text) => prose.test(text) && !technical.test(text) && !elementNames.test(text));
  return [...said, ...written];
}

test("the panel shows only texts of its table", async () => {
  const found: string[] = [];
  for await (const file of glob("**/*.{ts,tsx}", { cwd: room })) {
    const words = await findWords(await readFile(path.join(room, file), "utf8"), file.endsWith("x") ? "tsx" : "ts");
    found.push(...words.map((word) => `${file}: ${word}`));
  }
  expect(found).toEqual([]);
});

test.for([
  'export const a = <button type="button" title="Send" />;',
  'export const a = <input aria-label="name" />;',
  'export const a = (ok: boolean) => (ok ? "Done" : "To do");',
  'const glyph = document.createElement("span"); glyph.textContent = "text";',
  'export const a = "nothing was found here";',
])("%s would be found", async (source) => {
  expect(await findWords(source, "tsx")).not.toEqual([]);
});

test("every text of the table is used", async () => {
  let sources = "";
  for await (const file of glob("**/*.{ts,tsx}", { cwd: room })) sources += await readFile(path.join(room, file), "utf8");
  const ofTables: string[] = [
    ...mediaKinds.map((kind) => `command${kindTable[kind].identifier}`),
    ...Object.keys(resultActions).map((action) => `action.${action}`),
  ];
  expect(Object.keys(panelTexts).filter((name) => !sources.includes(`"${name}"`) && !ofTables.includes(name))).toEqual([]);
});
