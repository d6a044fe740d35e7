/** Every text that the panel's sources show can be translated. */
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import * as esbuild from "esbuild";
import { expect, test } from "vitest";
import { panelTexts } from "../../../src/chat/panelTexts.ts";

const room = path.join(import.meta.dirname, "..", "..", "..", "src", "webview");

const literal = String.raw`"(?:[^"\\\n]|\\.)*"`;
/** What a person sees or a screen reader says. */
const spoken = new RegExp(String.raw`(?:\b(?:title|placeholder|alt|label|note|textContent)|"aria-label")(?:: | = )(${literal})`, "g");
/** A word with a capital, or a sentence of several words. */
const prose = /^"(?:[A-Z][a-z]+\b|(?:[a-z']+ ){3,}[a-z']+[.?!…]?"$)/;
/** Names of keys, and what is said to whoever writes the panel. */
const technical = /^"(?:Enter|Escape|Tab|Arrow[A-Z][a-z]+|Home|End|Backspace|Delete|F\d+)"$/;
const forDevelopers = new RegExp(String.raw`\bError\(${literal}\)`, "g");
/** Lists of names of elements and attributes, which the sanitiser, the parser and the formulas hold. */
const elementNames = /^"[a-z0-9 ]*\bbr\b[a-z0-9 ]*"$|^"pre q rp |^"math mi |^"display displaystyle /;

/** The literals of a file that read as words for a person. Elements' children are looked at by the lint rule `noJsxLiterals`. */
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

test("the panel says nothing but what its table of texts holds", async () => {
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
  expect(Object.keys(panelTexts).filter((name) => !sources.includes(`"${name}"`))).toEqual([]);
});
