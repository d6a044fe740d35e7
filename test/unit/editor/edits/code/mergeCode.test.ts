/** Code of answers, and what becomes of the documents that they are merged into. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { mergeCode } from "../../../../../src/editor/edits/code/mergeCode.ts";
import { bodyOf, readSource, splitUnits } from "../../../../../src/editor/edits/code/units.ts";
import { splitLines } from "../../../../../src/editor/edits/hunks.ts";

function merged(document: string, code: string, languageId = ""): string {
  const result = mergeCode(splitLines(document), splitLines(code), languageId);
  return result.type === "merged" ? result.lines.join("\n") : result.type;
}

/** Each document has the function `load` with the body `old`, other definitions that end like the new one, and the new `load`. */
const languages: [name: string, document: string, code: string, expected?: string][] = [
  [
    "Python",
    "import os\n\n\ndef load(path):\n    data = read(path)\n    return data\n\n\ndef save(path):\n    with open(path) as f:\n        f.write(1)\n\n\ndef process(x):\n    result = x\n    return result\n",
    "def load(path):\n    result = read(path)\n    return result\n",
  ],
  [
    "Python with a signature of several lines, a decorator and text at the start of the line",
    '@cached\ndef load(\n    path,\n    mode,\n):\n    """\nHelp.\n"""\n    return 1\n\n\ndef save(path):\n    return result\n',
    "def load(\n    path,\n):\n    return result\n",
    "@cached\ndef load(\n    path,\n):\n    return result\n\n\ndef save(path):\n    return result\n",
  ],
  [
    "JavaScript",
    "function load() {\n  old();\n}\n\nfunction save() {\n  if (a) {\n  }\n}\n",
    "function load() {\n  fresh();\n  more();\n}\n",
  ],
  [
    "JavaScript with brackets in strings",
    "function load() {\n  print('}', \"{\", `\n}\n`);\n}\n\nfunction save() {\n}\n",
    "function load() {\n  fresh();\n}\n",
  ],
  [
    "C#, with brackets on lines of their own",
    "class A\n{\n    void Load()\n    {\n        old();\n    }\n\n    void Save()\n    {\n    }\n}\n",
    "    void Load()\n    {\n        fresh();\n    }\n",
  ],
  ["Ruby", "def load\n  old\nend\n\ndef save\n  if a\n    b\n  end\nend\n", "def load\n  fresh\nend\n"],
  [
    "Go",
    "func (s *Store) Load(a int) error {\n\treturn old\n}\n\nfunc (s *Store) Save() error {\n\treturn nil\n}\n",
    "func (s *Store) Load(b int) error {\n\treturn nil\n}\n",
  ],
  [
    "Rust",
    "impl Store {\n    pub fn load(&self) -> u8 {\n        1\n    }\n\n    pub fn save<'a>(&'a self) {\n    }\n}\n",
    "pub fn load(&self) -> u16 {\n    2\n}\n",
  ],
  ["CSS", ".load {\n  color: red;\n}\n\n.save {\n  color: blue;\n}\n", ".load {\n  color: green;\n}\n"],
  ["YAML", "load:\n  a: 1\n  b: 2\nsave:\n  b: 2\n", "load:\n  a: 3\n  b: 2\n"],
  [
    "HTML",
    '<div>\n  <ul class="load">\n    <li>old</li>\n  </ul>\n  <ul>\n  </ul>\n</div>\n',
    '<ul class="load">\n  <li>new</li>\n</ul>\n',
  ],
  ["Lua", "function load()\n  return old\nend\n\nfunction save()\n  return 1\nend\n", "function load()\n  return 1\nend\n"],
  ["SQL", "CREATE TABLE load (\n  a int\n);\n\nCREATE TABLE save (\n  b int\n);\n", "CREATE TABLE load (\n  a int,\n  c int\n);\n"],
  ["shell", "load() {\n  old\n}\n\nsave() {\n  if a; then\n    b\n  fi\n}\n", "load() {\n  fresh\n}\n"],
];

describe("a new version of a function replaces only that function", () => {
  test.each(languages)("%s", (_, document, code, expected) => {
    const result = merged(document, code);
    if (expected !== undefined) expect(result).toBe(expected);
    const trimmed = (text: string) =>
      splitLines(text)
        .map((line) => line.trim())
        .filter((line) => line !== "");
    expect(trimmed(result)).toEqual(expect.arrayContaining(trimmed(code)));
    // Everything after the first function, the second half of the document, is as before.
    const rest = document.slice(document.search(/\n[^\n]*save/i));
    expect(result.endsWith(rest), result).toBe(true);
  });
});

const store = `import a from "a";

/** A store. */
export class Store {
  #items = [];

  constructor() {
    this.#items = [];
  }

  add(x) {
    this.#items.push(x);
    return x;
  }

  remove(x) {
    this.#items.splice(this.#items.indexOf(x), 1);
    return x;
  }
}

export function make() {
  return new Store();
}
`;
const add = "  add(x) {\n    this.#items.push(x);\n    return x;\n  }\n";
const better = "  add(x) {\n    if (!x) return;\n    this.#items.push(x);\n    return x;\n  }\n";
const clear = "\n  clear() {\n    this.#items = [];\n  }\n";

describe("what an answer leaves out stays", () => {
  test.each([
    [
      "around a method",
      `export class Store {\n  // ... existing code ...\n\n${better}\n  // ... rest of the methods ...\n}\n`,
      store.replace(add, better),
    ],
    [
      "around a method, and after the class",
      `// ... imports ...\n\nexport class Store {\n  // ...\n${better}  // ...\n}\n\n// ... rest of the file ...\n`,
      store.replace(add, better),
    ],
    [
      "before a new method",
      `export class Store {\n  // ... existing code ...\n${clear}}\n`,
      store.replace("\n}\n\nexport function", `\n${clear}}\n\nexport function`),
    ],
    [
      "in bodies of one line",
      `export class Store {\n  constructor() { /* ... */ }\n  add(x) { ... }\n${clear}  remove(x) { /* ... existing code ... */ }\n}\n`,
      store.replace(add, `${add}${clear}`),
    ],
    [
      "with a mark at the start of the line",
      `export class Store {\n// ... existing code ...\n${better}// ... existing code ...\n}\n`,
      store.replace(add, better),
    ],
    [
      "in the method",
      "export class Store {\n  // ...\n  add(x) {\n    if (!x) return;\n    // ... existing code ...\n  }\n  // ...\n}\n",
      store.replace(add, better),
    ],
    [
      "before a new import",
      `import a from "a";\nimport b from "b";\n\n// ... existing code ...\n`,
      store.replace('"a";\n', '"a";\nimport b from "b";\n'),
    ],
    [
      "without a mark, in a class of which only a method is given",
      `class Store {\n${better}}\n`,
      store.replace(add, better).replace("export class", "class"),
    ],
  ])("%s", (_, code, expected) => {
    expect(merged(store, code)).toBe(expected);
  });

  test("in Python", () => {
    const document = "def load(path):\n    data = read(path)\n    data = parse(data)\n    return data\n\n\ndef save(path):\n    pass\n";
    expect(
      merged(
        document,
        "def load(path):\n    # ... existing code ...\n    data = clean(data)\n    return data\n\n# ... rest of the code unchanged ...\n",
      ),
    ).toBe(document.replace("    return data", "    data = clean(data)\n    return data"));
    expect(merged(document, "def load(path):\n    check(path)\n    # ... unchanged ...\n")).toBe(
      document.replace("    data = read", "    check(path)\n    data = read"),
    );
  });

  test.each([
    ["whose neighbours are not there", "// ... existing code ...\nconst q = 1;\n// ... existing code ...\n"],
    ["inside an expression that is new", "add(x) {\n  return sum(x, /* ... */);\n}\n"],
    [
      "between two places that could both be meant",
      "export class Store {\n  constructor() {\n    // ...\n    log();\n    // ...\n  }\n}\n",
    ],
  ])("nothing is proposed if parts are left out %s", (_, code) => {
    expect(merged(store, code)).toBe("unclear");
  });
});

describe("the whole text", () => {
  const both = "function a() {\n  one();\n}\n\nfunction b() {\n  two();\n}\n\nfunction c() {\n  three();\n}\n";
  test.each([
    [
      "a new version of every function replaces each",
      both.replace("one", "1").replace("three", "3"),
      both.replace("one", "1").replace("three", "3"),
    ],
    [
      "an unchanged and a changed function leave the one between them",
      both.replace("three", "3").replace(/function b.*?\n}\n\n/s, ""),
      both.replace("three", "3"),
    ],
    [
      "two changed functions leave the one between them",
      "function a() {\n  1;\n}\n\nfunction c() {\n  3;\n}\n",
      both.replace("one()", "1").replace("three()", "3"),
    ],
    [
      "a new function follows the one that it follows in the answer",
      "function a() {\n  1;\n}\n\nfunction n() {\n  4;\n}\n",
      both.replace("  one();\n}\n", "  1;\n}\n\nfunction n() {\n  4;\n}\n"),
    ],
  ])("%s", (_, code, expected) => {
    expect(merged(both, code)).toBe(expected);
  });

  test("a text that repeats nearly all functions is complete, so what it lacks is removed", () => {
    const many = `${both}\n${both.replaceAll(/function (.)/g, "function $1$1")}`;
    const code = many.replace("three", "3").replace(/function b .*?\n}\n\n|function b\(.*?\n}\n\n/s, "");
    expect(code).not.toContain("function b(");
    expect(merged(many, code)).toBe(code);
  });

  test("a passage of statements is replaced from its first to its last", () => {
    expect(merged("a();\nb();\nc();\n", "a();\nx();\ny();\nc();\n")).toBe("a();\nx();\ny();\nc();\n");
  });

  test("a section of Markdown ends at the next heading", () => {
    expect(merged("# A\n\nText.\n\n## B\n\nold\n\n```\n# no heading\n```\n\n## C\n\nc\n", "## B\n\nnew\n", "markdown")).toBe(
      "# A\n\nText.\n\n## B\n\nnew\n\n## C\n\nc\n",
    );
  });
});

test("each function of some sources is replaced alone, also with most of it left out", () => {
  const folder = path.join(import.meta.dirname, "../../../../../src/sqlite");
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  let count = 0;
  for (const file of files) {
    const lines = splitLines(readFileSync(path.join(folder, file), "utf8"));
    const source = readSource(lines, {});
    for (const unit of splitUnits(source)) {
      const body = bodyOf(source, unit);
      if (unit.type !== "definition" || body === undefined || !/^(?:export )?(?:async )?function|^class/.test(unit.key)) continue;
      const [head, rest, end] = [
        lines.slice(unit.head, body.first),
        lines.slice(body.first, body.last + 1),
        lines.slice(body.last + 1, unit.last + 1),
      ];
      const expected = [...lines.slice(0, body.first), "  fresh();", ...lines.slice(body.first)].join("\n");
      for (const inner of [rest, ["  // ... existing code ..."]]) {
        expect(merged(lines.join("\n"), [...head, "  fresh();", ...inner, ...end].join("\n")), `${file}: ${unit.key}`).toBe(expected);
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(20);
});

test("the document's indentation is used", () => {
  const tabs = "class A {\n\tload() {\n\t\told();\n\t}\n\n\tsave() {\n\t}\n}\n";
  expect(merged(tabs, "load() {\n    if (a) {\n        b();\n    }\n}\n")).toBe(
    tabs.replace("\t\told();", "\t\tif (a) {\n\t\t\tb();\n\t\t}"),
  );
  expect(merged(tabs.replaceAll("\t", "    "), "\tload() {\n\t\tb();\n\t}\n")).toBe(tabs.replace("old", "b").replaceAll("\t", "    "));
});

test("line endings and trailing white space are ignored", () => {
  expect(merged("function a() { \r\n  one();\r\n}\r\n", "function a() {\r\n  two();\r\n}\r\n")).toBe("function a() {\n  two();\n}\n");
});

test.each([
  ["a function that is not there", "function mul() {\n  1;\n}\n"],
  ["a statement that is there twice", "return x;\nlog();\n"],
  ["a code that breaks off", "export function make() {\n  if (a) {\n"],
  ["a single line", "export function make() {"],
  ["nothing", "  \n"],
])("%s has no place", (_, code) => {
  expect(merged(store, code)).toBe("unplaced");
});

test("of two functions with the same first line, neither is chosen", () => {
  expect(merged("class A {\n  run() {\n    1;\n  }\n}\nclass B {\n  run() {\n    2;\n  }\n}\n", "run() {\n  3;\n}\n")).toBe("unplaced");
});

test("a long document takes less than a second of CPU time", () => {
  const document = Array.from({ length: 2000 }, (_, index) => `function f${index}() {\n  return ${index};\n}\n`).join("\n");
  const before = process.cpuUsage();
  expect(merged(document, "function f1000() {\n  return 1;\n}\n")).toBe(document.replace("return 1000;", "return 1;"));
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1);
});
