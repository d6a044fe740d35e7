/** Names of files, models and variables make no link and no image in hovers and completions, where VS Code loads images from their addresses. */
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { complete } from "../../../../src/prompt/assist/complete.ts";
import { hover } from "../../../../src/prompt/assist/hover.ts";
import type { Facts } from "../../../../src/prompt/facts.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";

const markdown = new MarkdownIt();
const image = "![x](https://evil.example/x.png)";
const names = [image, `a\`${image}`, `a\`\`\`\n${image}`, "[x](https://evil.example)", "<https://evil.example>"];

/** What a repository or a service names so. */
function factsWith(name: string): Facts {
  const retirement = { at: 0, replacement: name };
  const one = { provider: name, because: name, abilities: { image: "yes", text: "perhaps" }, retirement } as const;
  const style = { description: name, text: name, negativePrompt: name, address: "s.md", faults: [] };
  return {
    models: ["m", name].map((id) => ({ ...one, id })),
    files: { "rows.csv": { exists: true, size: 1, rows: 1, columns: [name] }, [name]: { exists: true, size: 1 } },
    styles: ["s", name].map((each) => ({ ...style, name: each })),
    seen: [true, false].map((worked) => ({ model: "m", field: "size", value: name, worked })),
    values: { file: name, selection: name, clipboard: name },
    unit: name,
  };
}

const documents: Readonly<Record<string, (quoted: string, name: string) => string>> = {
  "columns of a table": () => "---\nmodel: m\nbatch: rows.csv\n---\nHi {{a}}\n",
  variables: (quoted) => `---\nmodel: m\nvars: { ${quoted}: b, c: ${quoted} }\n---\nHi {{c}} {{file}}\n`,
  "references and files": (quoted, name) => `---\nmodel: m\nfiles: [${quoted}]\n---\nHi {{${name}}} {{input:${name}}} {{file:${name}}}\n`,
  models: (quoted) => `---\nmodel: ${quoted}\ninstructions: ${quoted}\n---\nHi\n`,
  "styles and fields": (quoted) => `---\nkind: image\nmodel: m\nsize: ${quoted}\nstyle: ${quoted}\n${quoted}: x\n---\nHi\n`,
  tests: (quoted) => `---\nmodel: m\ntests:\n  - { vars: { ${quoted}: a }, assert: [ { contains: ${quoted} } ] }\n---\nHi\n`,
};

test.each(Object.keys(documents))("%s", (location) => {
  const made = new Set<string>();
  let shown = 0;
  for (const name of names) {
    const text = documents[location]?.(JSON.stringify(name), name) ?? "";
    const [document, facts] = [parsePromptDocument(text), factsWith(name)];
    for (let offset = 0; offset < text.length; offset += 1)
      for (const written of [
        hover(document, offset, facts)?.markdown ?? "",
        ...complete(document, offset, facts).map((one) => one.documentation),
      ]) {
        shown += written.includes("evil.example") || written.includes("evil\\.example") ? 1 : 0;
        if (/<(?:img|a) [^>]*evil/.test(markdown.render(written))) made.add(written);
      }
  }
  expect([...made]).toEqual([]);
  expect(shown).toBeGreaterThan(0);
});
