/** A field that is commented out stays where it is: written in again, it has the same place among the others for the library `yaml`. */
import { expect, test } from "vitest";
import { parse } from "yaml";
import { formatDocument } from "../../../../src/prompt/assist/formatDocument.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { applyTextEdits } from "../../../../src/prompt/text/textRange.ts";

/** Each is valid with and without its comments. */
const documents = [
  "model:   m\nvars:\n  a: 1\n# seed: 3\n",
  "vars:\n    a: 1\n# seed: 3\nmodel: m\n",
  "vars:\n    a: 1\n    # b: 2\n# seed: 3\n# n: 2\nmodel: m\n",
  "vars:\n    # b: 2\n    a: 1\nmodel: m\n",
  "# seed: 3\nvars:\n    # b: 2\n    a: 1\n\n# n: 1\n\nmodel: m\n",
  "files:\n- a.png\n# seed: 3\nmodel: m\n",
  "files:\n- a.png\n# - b.png\n- c.png\n",
  "files:\n    # - b.png\n    - a.png\nmodel:   m\n",
  "batch:\n  -   a: 1\n  # - a: 2\n  -   a: 3\n      # b: 4\n# seed: 1\n",
  "batch:\n  - a: 1\n    # b: 2\n  # - a: 3\n# seed: 3\nmodel: m\n",
  "tests:\n    - vars:\n          q: 1\n      assert:\n          - contains: x\n          # - icontains: y\n      # threshold: 1\n    # - vars: { q: 2 }\n# seed: 1\nmodel: m\n",
  "tools:\n  - type: image_generation\n    # size: 1K\n  # - type: web_search\nmodel: m\n",
  "vars:\n    a: |\n        text # of the value\n    # b: 2\n# seed: 3\nmodel:   m\n",
  "vars:\n    a: 'x # y\n      z'\n    # b: 2\n# seed: 3\nmodel:   m\n",
  "files: [a,\n    # b,\n    c]\n# seed: 3\nmodel:   m\n",
];

const uncomment = (yaml: string): unknown => parse(yaml.replaceAll(/^( *)# /gm, "$1"));

test.each(documents)("%j", (yaml) => {
  for (const end of ["\n", "\r\n"]) {
    const format = (text: string) => applyTextEdits(text, formatDocument(parsePromptDocument(text)));
    const formatted = format(`---\n${yaml}---\nHello\n`.replaceAll("\n", end));
    const inner = formatted.replaceAll("\r\n", "\n").slice(4, -"---\nHello\n".length);
    expect(uncomment(inner)).toEqual(uncomment(yaml));
    expect(inner.match(/# /g)).toHaveLength(yaml.match(/# /g)?.length ?? 0);
    expect(format(formatted)).toBe(formatted);
    if (yaml.includes(":   ")) expect(inner).not.toContain(":   ");
  }
});
