/** HTML that does not pass the sanitizer is read as the sanitizer would leave it. */
import commonmark from "commonmark-spec";
import { expect, test } from "vitest";
import { bundleForBrowser, sharedBrowser } from "./browser.ts";
import { gfmExamples, longerExamples } from "./markdownExamples.ts";
import { payloads } from "./payloads.ts";

const source = `
import { createParser } from "./src/markup/markdown/parser.ts";
import { purify, sanitize } from "./src/webview/markdown/sanitize.ts";

const outer = (fragment) => { const element = document.createElement("div"); element.append(fragment); return element.innerHTML; };
const parser = createParser();
const render = (markdown) => parser.render(markdown.replaceAll("\\0", "\\uFFFD"), { references: {} });

window.findDifferent = (markdown, html) =>
  [...html, ...markdown, ...markdown.map(render)].flatMap((text) => {
    const [got, wanted] = [outer(sanitize(text)), outer(purify(text))];
    return got === wanted ? [] : [{ text, got, wanted }];
  });
`;

declare global {
  interface Window {
    findDifferent(markdown: readonly string[], html: readonly string[]): unknown[];
  }
}

const page = "https://example.com/a";

/** Tags as the parser writes them, and others that look like them. */
const tags = [
  ..."p strong em code s h2 ul ol li blockquote table thead tbody tr th td a".split(" ").flatMap((name) => [`<${name}>`, `</${name}>`]),
  "<br>",
  "<hr>",
  `<a href="${page}">`,
  `<a href="${page}?b=1&amp;c=2">`,
  '<ol start="3">',
  '<td align="right">',
  '<input type="checkbox" disabled="">',
  '<input type="checkbox" disabled="" checked="">',
  '<code class="language-formula">',
];
const others = [
  `<a href="${page}" onclick="x()">`,
  `<a href="${page}--&gt;">`,
  `<a href="${page}&lt;/style">`,
  `<a href="${page} ">`,
  `<a href="${page}" title="t">`,
  `<a href="${page}"onclick=x()>`,
  '<a href="java&#10;script:x()">',
  '<a href="src/a.ts">',
  "<a href='https://x'>",
  `<A HREF="${page}">`,
  '<td align="x">',
  '<code class="language-js icon-button">',
  '<code class="icon-button">',
  '<ol start="3" onclick="x()">',
  '<input type="text" disabled="">',
  "<p/onclick=x()>",
  "<p",
  "<!-- <p> -->",
  "</br>",
  "<svg><p>",
  "<style><p>",
  "<noscript><p>",
];

/** Also elements in places where they may not be, which browsers move or drop. */
function mixTags(times: number): string[] {
  let state = 4711;
  const below = (count: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };
  return Array.from({ length: times }, () =>
    Array.from({ length: 1 + below(8) }, () => `${tags[below(tags.length)]}${["", " ", "\n", "text", "&lt;b>"][below(5)]}`).join(""),
  );
}

test("HTML that the sanitizer would not change is the same without it", async () => {
  const browser = await sharedBrowser();
  const opened = await browser.newPage();
  try {
    await opened.addScriptTag({ content: await bundleForBrowser(source) });
    const markdown = [...commonmark.tests.map((example) => example.markdown), ...gfmExamples, ...longerExamples, ...payloads];
    const html = [...others, ...others.map((other) => `<p>${other}x</p>`), ...mixTags(4000)];
    const different = await opened.evaluate(([texts, sources]) => window.findDifferent(texts, sources), [markdown, html] as const);
    expect(different).toEqual([]);
  } finally {
    await opened.close();
  }
});
