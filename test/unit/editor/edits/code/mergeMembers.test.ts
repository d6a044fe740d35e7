/** Answers that show a part of data and markup whose parts have names: keys, items, headings and elements. Neighbours stay. */
import { expect, test } from "vitest";
import { mergeBlock } from "../../../../../src/editor/edits/code/mergeBlock.ts";
import { splitLines } from "../../../../../src/editor/edits/hunks.ts";

type Change = readonly [from: string, to: string];

const yaml =
  "name: CI\non:\n  push:\n    branches: [main]\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v3\n      - run: npm ci\n  lint:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm run lint\n";
const compose =
  "services:\n  web:\n    image: web:1\n    environment:\n      - A=1\n      - B=2\n  db:\n    image: db:1\n\nvolumes:\n  data:\n";
const json =
  '{\n  "compilerOptions": {\n    "target": "es2020",\n    "strict": false,\n    "paths": {\n      "@/*": ["src/*"]\n    }\n  },\n  "include": ["src"],\n  "exclude": ["dist"]\n}\n';
const md =
  "# T\n\nIntro.\n\n## Install\n\nRun:\n\n```bash\nnpm i\n# comment\n```\n\n## Usage\n\nUse it.\n\n### API\n\nx\n\n## License\n\nMIT\n";
const html =
  '<!DOCTYPE html>\n<html>\n<head>\n  <title>Old</title>\n  <meta charset="utf-8">\n</head>\n<body>\n  <header id="top">\n    <h1>Hi</h1>\n  </header>\n  <nav>\n    <a href="/">Home</a>\n  </nav>\n  <main>\n    <p>One</p>\n    <p>Two</p>\n  </main>\n  <footer>\n    <p>c</p>\n  </footer>\n</body>\n</html>\n';
const k8s =
  "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 2\n  template:\n    spec:\n      containers:\n        - name: web\n          image: web:1\n          ports:\n            - containerPort: 80\n---\napiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    - port: 80\n";
const ansible = "- name: Install\n  apt:\n    name: nginx\n\n- name: Start\n  service:\n    name: nginx\n";
const gha = "jobs:\n  a:\n    steps:\n      - name: One\n        run: a\n      - name: Two\n        run: b\n";
const pkg = '{\n  "name": "a",\n  "version": "1.0.0",\n  "scripts": { "a": "b" },\n  "devDependencies": {\n    "x": "^1.0.0"\n  }\n}\n';
const jsx =
  'export default function App() {\n  return (\n    <div className="app">\n      <Header title="a" />\n      <main>\n        <p>x</p>\n      </main>\n    </div>\n  );\n}\n';
const vue =
  "<template>\n  <div>\n    <p>{{ a }}</p>\n  </div>\n</template>\n\n<script>\nexport default {\n  data() {\n    return { a: 1 };\n  },\n  methods: {\n    add() {},\n  },\n};\n</script>\n\n<style scoped>\np {\n  color: red;\n}\na {\n  color: red;\n}\n</style>\n";
const xml =
  "<project>\n  <modelVersion>4</modelVersion>\n  <properties>\n    <java.version>11</java.version>\n  </properties>\n  <dependencies>\n    <dependency>\n      <groupId>a</groupId>\n      <version>1</version>\n    </dependency>\n    <dependency>\n      <groupId>b</groupId>\n      <version>1</version>\n    </dependency>\n  </dependencies>\n</project>\n";
const md2 = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- a\n\n## [1.0.0]\n\n### Added\n\n- b\n\n### Fixed\n\n- c\n";

const cases: [name: string, languageId: string, document: string, code: string, expected: readonly Change[] | "unplaced"][] = [
  ["yaml top", "yaml", yaml, "on:\n  push:\n    branches: [main, dev]\n", [["[main]", "[main, dev]"]]],
  ["yaml scalar", "yaml", yaml, "name: Build\n", [["name: CI", "name: Build"]]],
  [
    "yaml job",
    "yaml",
    yaml,
    "  lint:\n    runs-on: ubuntu-22.04\n    steps:\n      - run: npm run lint\n",
    [["lint:\n    runs-on: ubuntu-latest", "lint:\n    runs-on: ubuntu-22.04"]],
  ],
  [
    "yaml job unindented",
    "yaml",
    yaml,
    "lint:\n  runs-on: ubuntu-22.04\n  steps:\n    - run: npm run lint\n",
    [["lint:\n    runs-on: ubuntu-latest", "lint:\n    runs-on: ubuntu-22.04"]],
  ],
  [
    "yaml new job under jobs",
    "yaml",
    yaml,
    "jobs:\n  test:\n    runs-on: ubuntu-latest\n",
    [["- run: npm run lint\n", "- run: npm run lint\n  test:\n    runs-on: ubuntu-latest\n"]],
  ],
  ["yaml ambiguous key", "yaml", yaml, "runs-on: windows-latest\n", "unplaced"],
  ["yaml list step", "yaml", yaml, "- uses: actions/checkout@v4\n", [["@v3", "@v4"]]],
  ["yaml env list", "yaml", compose, "environment:\n  - A=1\n  - B=3\n", [["B=2", "B=3"]]],
  ["yaml path only", "yaml", compose, "services:\n  db:\n    image: db:2\n", [["db:1", "db:2"]]],
  ["json member", "json", json, '"strict": true\n', [['"strict": false', '"strict": true']]],
  ["json member comma", "json", json, '"strict": true,\n', [['"strict": false', '"strict": true']]],
  ["json nested object", "json", json, '{\n  "compilerOptions": {\n    "strict": true\n  }\n}\n', [['"strict": false', '"strict": true']]],
  [
    "json new member in object",
    "json",
    json,
    '{\n  "compilerOptions": {\n    "noEmit": true\n  }\n}\n',
    [["    }\n  },\n", '    },\n    "noEmit": true\n  },\n']],
  ],
  [
    "json array",
    "jsonc",
    json,
    '"include": ["src", "test"],\n"exclude": ["dist", "out"]\n',
    [
      ['["src"]', '["src", "test"]'],
      ['["dist"]', '["dist", "out"]'],
    ],
  ],
  ["md section", "markdown", md, "## Usage\n\nUse it well.\n", [["Use it.", "Use it well."]]],
  ["md section with code", "markdown", md, "## Install\n\nRun:\n\n```bash\nnpm ci\n# comment\n```\n", [["npm i\n", "npm ci\n"]]],
  ["md subsection", "markdown", md, "### API\n\ny\n", [["\nx\n", "\ny\n"]]],
  [
    "md setext",
    "markdown",
    "Title\n=====\n\na\n\nInstall\n-------\n\nb\n\nUsage\n-----\n\nc\n",
    "Install\n-------\n\nB\n",
    [["\nb\n", "\nB\n"]],
  ],
  ["html head", "html", html, '<head>\n  <title>New</title>\n  <meta charset="utf-8">\n</head>\n', [["Old", "New"]]],
  ["html title", "html", html, "<title>New</title>\n", [["Old", "New"]]],
  [
    "html header class",
    "html",
    html,
    '<header id="top" class="x">\n  <h1>Hi</h1>\n</header>\n',
    [['<header id="top">', '<header id="top" class="x">']],
  ],
  ["html main", "html", html, "<main>\n  <p>One</p>\n  <p>Three</p>\n</main>\n", [["Two", "Three"]]],
  ["html footer", "html", html, '<footer class="f">\n  <p>c</p>\n</footer>\n', [["<footer>", '<footer class="f">']]],
  [
    "html two divs",
    "html",
    "<body>\n  <div>\n    <p>a</p>\n  </div>\n  <div>\n    <p>b</p>\n  </div>\n</body>\n",
    "<div>\n  <p>c</p>\n</div>\n",
    "unplaced",
  ],
  [
    "html div id",
    "html",
    '<body>\n  <div id="a">\n    <p>a</p>\n  </div>\n  <div id="b">\n    <p>b</p>\n  </div>\n</body>\n',
    '<div id="b" class="n">\n  <p>c</p>\n</div>\n',
    [['<div id="b">\n    <p>b</p>', '<div id="b" class="n">\n    <p>c</p>']],
  ],
  ["k8s replicas", "yaml", k8s, "replicas: 3\n", [["replicas: 2", "replicas: 3"]]],
  ["k8s kind ambiguous", "yaml", k8s, "metadata:\n  name: api\n", "unplaced"],
  ["k8s container", "yaml", k8s, "- name: web\n  image: web:2\n  ports:\n    - containerPort: 80\n", [["web:1", "web:2"]]],
  ["k8s new container", "yaml", k8s, "- name: log\n  image: log:1\n", "unplaced"],
  [
    "ansible task",
    "yaml",
    ansible,
    "- name: Start\n  service:\n    name: nginx\n    state: started\n",
    [["service:\n    name: nginx\n", "service:\n    name: nginx\n    state: started\n"]],
  ],
  ["ansible new task", "yaml", ansible, "- name: Reload\n  command: x\n", "unplaced"],
  [
    "gha new after existing",
    "yaml",
    gha,
    "- name: One\n  run: a\n- name: Three\n  run: c\n- name: Two\n  run: b\n",
    [["run: a\n", "run: a\n      - name: Three\n        run: c\n"]],
  ],
  ["gha one step in one-step list", "yaml", "steps:\n  - name: One\n    run: a\n", "- name: Two\n  run: b\n", "unplaced"],
  ["pkg version", "json", pkg, '"version": "1.1.0",\n', [['1.0.0",', '1.1.0",']]],
  ["pkg last w/o comma", "json", pkg, '"name": "b"\n', [['"a",', '"b",']]],
  [
    "pkg scripts one line -> many",
    "json",
    pkg,
    '"scripts": {\n  "a": "b",\n  "c": "d"\n}\n',
    [['"scripts": { "a": "b" }', '"scripts": {\n    "a": "b",\n    "c": "d"\n  }']],
  ],
  [
    "pkg dev add",
    "json",
    pkg,
    '"devDependencies": {\n  "x": "^1.0.0",\n  "y": "^2.0.0"\n}\n',
    [['^1.0.0"\n', '^1.0.0",\n    "y": "^2.0.0"\n']],
  ],
  ["pkg dep only", "json", pkg, '"x": "^2.0.0"\n', [["^1.0.0", "^2.0.0"]]],
  ["jsonc comments", "jsonc", '{\n  // a\n  "a": 1,\n  // b\n  "b": 2\n}\n', '"b": 3\n', [['"b": 2', '"b": 3']]],
  ["jsx main", "javascriptreact", jsx, "<main>\n  <p>y</p>\n</main>\n", [["<p>x</p>", "<p>y</p>"]]],
  ["jsx header", "javascriptreact", jsx, '<Header title="b" />\n', "unplaced"],
  ["jsx new div", "javascriptreact", jsx, '<div className="card">\n  <p>y</p>\n</div>\n', "unplaced"],
  ["vue template", "vue", vue, "<template>\n  <div>\n    <b>{{ a }}</b>\n  </div>\n</template>\n", [["<p>{{ a }}</p>", "<b>{{ a }}</b>"]]],
  ["vue style", "vue", vue, "<style scoped>\na {\n  color: blue;\n}\n</style>\n", [["a {\n  color: red", "a {\n  color: blue"]]],
  [
    "vue style other attr",
    "vue",
    vue,
    "<style>\na {\n  color: blue;\n}\n</style>\n",
    [
      ["<style scoped>", "<style>"],
      ["a {\n  color: red", "a {\n  color: blue"],
    ],
  ],
  ["pom version", "xml", xml, "<java.version>17</java.version>\n", [[">11<", ">17<"]]],
  ["pom dep new", "xml", xml, "<dependency>\n  <groupId>c</groupId>\n  <version>1</version>\n</dependency>\n", "unplaced"],
  ["pom properties", "xml", xml, "<properties>\n  <java.version>21</java.version>\n</properties>\n", [[">11<", ">21<"]]],
  ["md changelog ambiguous", "markdown", md2, "### Added\n\n- z\n", "unplaced"],
];

test.each(cases)("%s (%s)", (_, languageId, document, code, expected) => {
  const merged = mergeBlock(splitLines(document), code, languageId);
  if (expected === "unplaced") {
    expect(merged.type).toBe(expected);
    return;
  }
  const wanted = expected.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  }, document);
  expect(merged.type === "merged" ? merged.lines.join("\n") : merged).toEqual(wanted);
});
