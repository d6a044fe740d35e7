/** Answers that show a few members of something with a name, without a mark for what they leave out: the others stay. */
import { expect, test } from "vitest";
import { mergeBlock } from "../../../../../src/editor/edits/code/mergeBlock.ts";
import { splitLines } from "../../../../../src/editor/edits/hunks.ts";

const svelte =
  "<script>\n  let count = 0;\n\n  function add() {\n    count += 1;\n  }\n\n  function reset() {\n    count = 0;\n  }\n</script>\n\n<style>\n  button {\n    color: red;\n  }\n  a {\n    color: red;\n  }\n</style>\n";
const page =
  '<html>\n<head>\n  <title>a</title>\n  <link rel="x" href="y">\n</head>\n<body>\n  <nav>\n    <a href="/">Home</a>\n  </nav>\n  <main>\n    <p>b</p>\n  </main>\n  <footer>\n    <p>c</p>\n  </footer>\n</body>\n</html>\n';
const options = "export default {\n  data() {\n    return { a: 1 };\n  },\n  methods: {\n    add() {},\n  },\n};\n";
const resource = 'resource "a" "b" {\n  ami = "1"\n  type = "2"\n\n  tags = {\n    N = "1"\n  }\n}\n';
const changelog = "# Changes\n\n## Next\n\n### Added\n\n- a\n\n## 1.0\n\n### Added\n\n- b\n";

const cases: [name: string, languageId: string, document: string, code: string, replaced: string[]][] = [
  ["a function of a script", "svelte", svelte, "<script>\n  function add() {\n    count += 2;\n  }\n</script>\n", ["    count += 1;"]],
  ["a rule of a style", "svelte", svelte, "<style>\n  a {\n    color: blue;\n  }\n</style>\n", []],
  [
    "the first and the last element",
    "html",
    page,
    "<nav>\n  <a>Start</a>\n</nav>\n<footer>\n  <p>d</p>\n</footer>\n",
    ['    <a href="/">Home</a>', "    <p>c</p>"],
  ],
  ["an element of the body", "html", page, "<body>\n  <main>\n    <p>d</p>\n  </main>\n</body>\n", ["    <p>b</p>"]],
  ["the title of a page", "html", page, "<head>\n  <title>d</title>\n</head>\n", ["  <title>a</title>"]],
  ["the head of a page", "html", page, "<html>\n<head>\n  <title>d</title>\n</head>\n</html>\n", ["  <title>a</title>"]],
  [
    "a member of a component",
    "vue",
    `<script>\n${options}</script>\n`,
    "<script>\nexport default {\n  methods: {\n    add() { this.a += 1; },\n  },\n};\n</script>\n",
    ["    add() {},"],
  ],
  ["a member of an exported object", "javascript", options, "export default {\n  methods: {\n    remove() {},\n  },\n};\n", []],
  ["a setting of an object", "typescript", "const a = {\n  x: 1,\n  y: 2,\n};\n", "const a = {\n  y: 3,\n};\n", ["  y: 2,"]],
  ["a new property of a type", "typescript", "interface A {\n  x: string;\n  y: string;\n}\n", "interface A {\n  z: number;\n}\n", []],
  [
    "a renamed property of a type",
    "typescript",
    "interface A {\n  x: string;\n  y: string;\n  z: string;\n}\n",
    "interface A {\n  w: string;\n  y: string;\n  z: string;\n}\n",
    ["  x: string;"],
  ],
  ["a new value of an enumeration", "typescript", "enum A {\n  X,\n  Y,\n}\n", "enum A {\n  X,\n  Z,\n}\n", []],
  ["a field of a class", "python", "class A:\n    x = 1\n\n    def f(self):\n        pass\n", "class A:\n    x = 5\n", ["    x = 1"]],
  [
    "a new field beside a known one",
    "graphql",
    "type Query {\n  user: U\n  users: [U]\n  z: Z\n}\n",
    "type Query {\n  users: [U]\n  me: U\n}\n",
    [],
  ],
  ["a new field of a message", "proto3", "message A {\n  string a = 1;\n  string b = 2;\n}\n", "message A {\n  string c = 3;\n}\n", []],
  ["an attribute of a resource", "terraform", resource, 'resource "a" "b" {\n  type = "3"\n}\n', ['  type = "2"']],
  ["the tags of a resource", "terraform", resource, 'resource "a" "b" {\n  tags = {\n    M = "2"\n  }\n}\n', []],
  ["a property of a rule", "css", ".a {\n  margin: 0;\n  color: red;\n}\n", ".a {\n  color: blue;\n}\n", ["  color: red;"]],
  [
    "a changed item of a list",
    "yaml",
    "steps:\n  - uses: actions/setup-node@v3\n  - run: npm ci --omit dev\n",
    "steps:\n  - uses: actions/setup-node@v4\n  - run: npm ci --omit=dev\n",
    ["  - uses: actions/setup-node@v3", "  - run: npm ci --omit dev"],
  ],
  ["a heading without its section", "markdown", "## A\n\nText.\n\n## B\n", "## A\n", []],
  ["a section in one of two others", "markdown", changelog, "## 1.0\n\n### Added\n\n- z\n", ["- b"]],
  ["a table without its members", "toml", "[a]\nx = 1\n\n[b]\ny = 1\n", "[a]\n", []],
  ["a stage without its commands", "dockerfile", "FROM node:18\nRUN a\n", "FROM node:20\n", ["FROM node:18"]],
];

test.each(cases)("%s (%s)", (_, languageId, document, code, replaced) => {
  const merged = mergeBlock(splitLines(document), code, languageId);
  const lines = merged.type === "merged" ? merged.lines : [];
  expect(document.split("\n").filter((line) => !lines.includes(line))).toEqual(replaced);
  for (const line of code.split("\n")) expect(lines.map((one) => one.trim())).toContain(line.trim());
});
