/** Joins generated text with the text around the cursor. */
import { expect, test } from "vitest";
import { joinText, TextJoiner } from "../../../../../src/editor/edits/code/joinText.ts";

/** `|` is the cursor, `«…»` the inserted text in the resulting document. */
const cases: [languageId: string, location: string, text: string, result: string][] = [
  // Prose in one line.
  ["markdown", "The boat|", "And so it went.", "The boat« And so it went.»"],
  ["markdown", "The boat|", " sank.", "The boat« sank.»"],
  ["markdown", "The boat |", " sank.", "The boat «sank.»"],
  ["markdown", "The boat|", ", an old one, sank.", "The boat«, an old one, sank.»"],
  ["markdown", "The boat|", "'s name", "The boat«'s name»"],
  ["markdown", "The boat (|)", "an old one", "The boat («an old one»)"],
  ["markdown", 'She said "|', "go", 'She said "«go»'],
  ["markdown", 'She said "go"|', "and left", 'She said "go"« and left»'],
  ["markdown", "One |three", "two", "One «two »three"],
  ["markdown", "One|, three", "two", "One« two», three"],
  ["markdown", "One.|Three.", "Two.", "One.« Two. »Three."],
  ["plaintext", "霧の中|", "に灯台が", "霧の中«に灯台が»"],
  ["markdown", "The boat|\n", "sank.\n", "The boat« sank.»\n"],
  // Paragraphs.
  ["markdown", "The end.|\n", "\n\nAnd a new day.", "The end.«\n\nAnd a new day.»\n"],
  ["markdown", "The end.\n|", "A new day.", "The end.\n«\nA new day.»"],
  ["markdown", "The end.\n\n|", "\nA new day.\n", "The end.\n\n«A new day.»"],
  ["markdown", "a line that goes\n|", "on here", "a line that goes\n«on here»"],
  ["plaintext", "The end.\n|", "A new day.", "The end.\n«A new day.»"],
  ["markdown", "One.\n|\nThree.", "Two.", "One.\n«\nTwo.\n»\nThree."],
  ["markdown", "|One.", "Zero.\n\nHalf.", "«Zero.\n\nHalf.\n\n»One."],
  ["markdown", "|", "\n\nOne.\n", "«One.»"],
  // Blocks of Markdown.
  ["markdown", "The boat sank in fog.|", "## Fog", "The boat sank in fog.«\n\n## Fog»"],
  ["markdown", "|## Fog", "The boat sank in fog.", "«The boat sank in fog.\n\n»## Fog"],
  ["markdown", "One.\n\n|## Fog\n", "Two.\n", "One.\n\n«Two.\n\n»## Fog\n"],
  ["markdown", "## Fog|", "It rose.", "## Fog«\n\nIt rose.»"],
  ["markdown", "## |", "Fog", "## «Fog»"],
  ["markdown", "## |", "## Fog", "## «Fog»"],
  ["markdown", "## Fog\n|\nRain.", "It rose.", "## Fog\n«\nIt rose.\n»\nRain."],
  ["markdown", "See:|", "```js\nx\n```", "See:«\n\n```js\nx\n```»"],
  ["markdown", "See |this.", "- one\n- two", "See «\n\n- one\n- two\n\n»this."],
  ["markdown", "Before.\n|\nAfter.\n", "- one\n- two\n", "Before.\n«\n- one\n- two\n»\nAfter.\n"],
  ["markdown", "| a |\n|---|\n| 1 |‸", "| 2 |", "| a |\n|---|\n| 1 |«\n| 2 |»"],
  ["markdown", "> One|", "> Two", "> One«\n> Two»"],
  // Lists.
  ["markdown", "- one|", "- two\n- three", "- one«\n- two\n- three»"],
  ["markdown", "  - one|\n", "- two", "  - one«\n  - two»\n"],
  ["markdown", "- |", "- one\n- two", "- «one\n- two»"],
  ["markdown", "- |\n- two", "one", "- «one»\n- two"],
  ["markdown", "-|", "one", "-« one»"],
  ["markdown", "- one| three", "two", "- one« two» three"],
  ["markdown", "1. one|", "and more", "1. one« and more»"],
  ["markdown", "1. one\n|", "2. two", "1. one\n«2. two»"],
  ["markdown", "|- two", "- one", "«- one\n»- two"],
  ["markdown", "- [ ] |", "- [ ] call", "- [ ] «call»"],
  // Code.
  ["typescript", "const|", "one = 1;", "const« one = 1;»"],
  ["typescript", "const x =|;", "5", "const x =« 5»;"],
  ["typescript", "list|", ".map(f)", "list«.map(f)»"],
  ["typescript", "f(|)", "a, b", "f(«a, b»)"],
  ["typescript", "a();|", "b();", "a();«\nb();»"],
  ["typescript", "a();|", "\n\nb();", "a();«\nb();»"],
  ["typescript", "if (a) {|\n}", "b();\nc();", "if (a) {«\n  b();\n  c();»\n}"],
  ["typescript", "if (a) {\n    |\n}", "b();\n\nc();", "if (a) {\n    «b();\n\n    c();»\n}"],
  ["typescript", "if (a) {\n    |\n}", "    b();\n    c();", "if (a) {\n    «b();\n    c();»\n}"],
  ["python", "def f():\n\tif a:|", "g()\nh()", "def f():\n\tif a:«\n\t\tg()\n\t\th()»"],
  ["typescript", "{\n  ‸\n}", "a(`x\n y\n`);\nb();", "{\n  «a(`x\n y\n`);\n  b();»\n}"],
  ["go", "{\n\t‸\n}", "s := `\nx\n`\nf(s)", "{\n\t«s := `\nx\n`\n\tf(s)»\n}"],
  ["python", "def f():\n    ‸", 's = """\nx\n"""\nreturn s', 'def f():\n    «s = """\nx\n"""\n    return s»'],
  ["python", "def f():\n    ‸", '"""Adds.\n\nMore.\n"""\nreturn s', 'def f():\n    «"""Adds.\n\n    More.\n    """\n    return s»'],
  ["scheme", "(begin\n  ‸\n)", "(f `(a\n b))", "(begin\n  «(f `(a\n   b))»\n)"],
  ["typescript", "  |b();", "a();", "  «a();\n  »b();"],
  ["typescript", "//|", "Adds.", "//« Adds.»"],
  ["markdown", "```js\nconst|\n```", "x", "```js\nconst« x»\n```"],
  ["markdown", "```js\na\n```\nText|", "more", "```js\na\n```\nText« more»"],
];

test.each(cases)("%s: %j is joined with %j", (languageId, marked, text, result) => {
  const cursor = marked.includes("‸") ? "‸" : "|";
  const at = marked.indexOf(cursor);
  const location = { before: marked.slice(0, at), after: marked.slice(at + 1), languageId };
  const joined = joinText(location, text);
  expect(`${location.before}«${joined}»${location.after}`).toBe(result);
  const joiner = new TextJoiner(location);
  const pieces = [...text].map((character) => joiner.add(character)).join("") + joiner.end();
  expect(pieces, "in pieces").toBe(joined);
});
