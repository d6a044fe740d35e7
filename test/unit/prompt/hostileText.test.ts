/** Texts that try to exhaust time or memory are handled in linear time. */
import { expect, test } from "vitest";
import { complete } from "../../../src/prompt/assist/complete.ts";
import { findSemanticTokens } from "../../../src/prompt/assist/findSemanticTokens.ts";
import { findFoldings } from "../../../src/prompt/assist/findSymbols.ts";
import { formatDocument } from "../../../src/prompt/assist/formatDocument.ts";
import { hover } from "../../../src/prompt/assist/hover.ts";
import { quickFixes } from "../../../src/prompt/assist/quickFixes.ts";
import { diagnose } from "../../../src/prompt/diagnose.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { corpusFacts } from "./corpus.ts";

const front = (yaml: string): string => `---\nmodel: demo-text\n${yaml}\n---\nHello\n`;
const repeat = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("");

/** Each level contains the previous one ten times: expanded, this is 10 to the power of 30. */
const billionLaughs = `a0: &a0 lol\n${repeat(30, (level) => `a${level + 1}: &a${level + 1} [${repeat(10, () => `*a${level}, `)}]\n`)}`;

const texts: readonly (readonly [string, string])[] = [
  ["aliases of aliases", front(billionLaughs)],
  ["merge keys of merge keys", front(repeat(100, (index) => `m${index}: &m${index} { <<: *m${index - 1} }\n`))],
  ["many anchors", front(repeat(1000, (index) => `a${index}: &a${index} ${index}\n`))],
  ["brackets that are never closed", front("[".repeat(20_000))],
  ["objects that are never closed", front("{a: ".repeat(20_000))],
  ["dashes on one line", front("- ".repeat(20_000))],
  ["question marks on one line", front("? ".repeat(20_000))],
  ["fields ever deeper", front(repeat(400, (index) => `${" ".repeat(index)}k:\n`))],
  ["quotes that are never closed", front(`instructions: "${"a ' ".repeat(20_000)}`)],
  ["one field many times", front("stream: true\n".repeat(1000))],
  ["a fence that is missing", `---\nmodel: demo-text\n${"Some words of a prompt.\n\n".repeat(20_000)}`],
  ["blank lines and comments", `---\nmodel: demo-text\n${"\n# a\n".repeat(5000)}`],
  ["braces that are never closed", `---\nmodel: demo-text\n---\n${"{{".repeat(20_000)}`],
  ["variables on one line", `---\nmodel: demo-text\n---\n${"{{a}}".repeat(5000)}`],
  ["test cases", front(`tests:\n${repeat(800, (index) => `  - vars: { place: P${index} }\n    assert: [ { contains: "{{place}}" } ]\n`)}`)],
  ["headings and code fences", `---\nmodel: demo-text\n---\n${"## user\n```\n".repeat(10_000)}`],
];

test.each(texts)("%s", (_name, text) => {
  const started = process.cpuUsage();
  const document = parsePromptDocument(text);
  const found = diagnose(document, corpusFacts);
  for (const one of found.slice(0, 4)) quickFixes(document, one, corpusFacts);
  const middle = text.length >> 1;
  complete(document, middle, corpusFacts);
  hover(document, middle, corpusFacts);
  findFoldings(document);
  findSemanticTokens(document);
  formatDocument(document);
  // CPU time, which other processes do not affect.
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(5000);
});
