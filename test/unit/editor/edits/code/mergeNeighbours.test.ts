/** Code of answers that shows one part of a document: what is beside that part stays, and is not repeated. */
import { expect, test } from "vitest";
import { mergeCode } from "../../../../../src/editor/edits/code/mergeCode.ts";
import { splitLines } from "../../../../../src/editor/edits/hunks.ts";

type Change = readonly [from: string, to: string];
type Case = [
  name: string,
  languageId: string,
  document: string,
  code: string,
  expected: Change | readonly Change[] | "unclear" | "unplaced",
];

const branches =
  'def main(a):\n    if a > 3:\n        print("big")\n    elif a == 3:\n        print("three")\n    else:\n        print("small")\n    return 0\n';
const braces = "function run(x) {\n  if (x) {\n    one();\n  } else if (y) {\n    two();\n  } else {\n    three();\n  }\n  return x;\n}\n";
const attempt = "function go() {\n  try {\n    risky();\n  } catch (error) {\n    log(error);\n  } finally {\n    done();\n  }\n}\n";
const java =
  "package a;\n\nimport java.util.List;\n\npublic class A {\n    private static final int LIMIT = 3;\n\n    public void add(int item) {\n        run(item);\n    }\n\n    public void remove(int item) {\n    }\n}\n";
const csharp =
  'namespace App\n{\n    public class A\n    {\n        public int Size { get; set; }\n\n        public string Name => "a";\n\n        public void Run()\n        {\n            go();\n        }\n    }\n}\n';
const go =
  'package main\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc (s *Store) Load() string {\n\treturn "s"\n}\n\nfunc (o *Other) Load() string {\n\treturn "o"\n}\n';
const php = "<?php\nnamespace A;\n\nclass B\n{\n    use C;\n\n    public function all(): array\n    {\n        return [1];\n    }\n}\n";
const css =
  ":root {\n  --main: red;\n  --other: blue;\n}\n\n.card {\n  padding: 1px;\n  color: red;\n}\n\n@media (max-width: 600px) {\n  .card {\n    padding: 0;\n  }\n\n  .nav {\n    display: none;\n  }\n}\n";
const scss =
  ".card {\n  color: red;\n\n  &:hover {\n    color: blue;\n  }\n\n  .title {\n    color: grey;\n  }\n}\n\nb:not(.c) {\n  color: pink;\n}\n";
const vue =
  '<template>\n  <p>One</p>\n</template>\n\n<script setup lang="ts">\nimport { ref } from "vue";\n\nfunction add() {\n  a();\n}\n\nfunction reset() {\n  b();\n}\n</script>\n\n<style>\n.a {\n  color: red;\n}\n</style>\n';
const html = "<html>\n<head>\n  <title>A</title>\n</head>\n<body>\n  <p>One</p>\n</body>\n</html>\n";
const shell =
  '#!/bin/bash\nset -e\n\nload() {\n  cat "$1"\n}\n\nsave() {\n  cat > "$1" <<EOF\na {\nEOF\n}\n\ncase "$1" in\n  load) load "$2" ;;\n  save) save "$2" ;;\nesac\n';
const cpp = "#include <vector>\n\nnamespace app {\n\nvoid load() {\n  a();\n}\n\nint main() {\n  return 0;\n}\n\n}  // namespace app\n";
const c = '#include <stdio.h>\n\n#ifdef DEBUG\nvoid debug(void)\n{\n    printf("}");\n}\n#endif\n\nint main(void)\n{\n    return 0;\n}\n';
const tests =
  'describe("x", () => {\n  it("one", () => {\n    expect(1).toBe(1);\n  });\n\n  it("two", () => {\n    expect(2).toBe(2);\n  });\n});\n';
const routes =
  'app.get("/a", (request, response) => {\n  response.send("a");\n});\n\napp.post("/a", (request, response) => {\n  response.send("b");\n});\n\napp.listen(80);\n';
const objectiveC = "@implementation A\n- (void)load {\n  a();\n}\n\n- (void)save {\n  b();\n}\n@end\n";
const python =
  "import os\n\n\nclass A:\n    limit = 3\n\n    def load(self):\n        return os.name\n\n    def save(self):\n        return 2\n";
const twice =
  "class A:\n    @staticmethod\n    def make(x):\n        log(x)\n        return A()\n\n\nclass B:\n    @staticmethod\n    def make(x):\n        return B()\n";
const haskell = "import Data.List (sort)\n\nsave :: Int -> IO ()\nsave n = print n\n\nmain :: IO ()\nmain = save 1\n";
const rust =
  "use std::{fs, io};\n\nfn run(kind: Kind) -> u8 {\n    let x = match kind {\n        Kind::A => 1,\n        Kind::B(n) => n,\n    };\n    x\n}\n";
const imports = 'import a from "a";\nimport {\n  b,\n  c,\n} from "b";\n\nfunction run() {\n  one();\n}\n';

const cases: Case[] = [
  [
    "the branches below an elision, in Python",
    "python",
    branches,
    'def main(a):\n    if a > 3:\n        print("BIG")\n    # ... rest of the function unchanged\n',
    ["big", "BIG"],
  ],
  [
    "a branch whose condition is left out",
    "python",
    branches,
    'def main(a):\n    # ...\n    elif a == 3:\n        print("THREE")\n    # ...\n',
    "unclear",
  ],
  [
    "the branches that an elision may stand for",
    "javascript",
    braces,
    "function run(x) {\n  if (x) {\n    ONE();\n  }\n  // ... rest of the function ...\n}\n",
    "unclear",
  ],
  [
    "some of the branches",
    "javascript",
    braces,
    "function run(x) {\n  if (x) {\n    // ...\n  } else if (y) {\n    TWO();\n  }\n  // ...\n}\n",
    "unclear",
  ],
  [
    "the branch after a new one",
    "javascript",
    braces,
    "function run(x) {\n  if (x) {\n    fresh();\n  } else if (y) {\n    // ... existing code ...\n  } else {\n    three();\n  }\n  return x;\n}\n",
    ["one()", "fresh()"],
  ],
  [
    "the body of `try`",
    "javascript",
    attempt,
    "function go() {\n  try {\n    // ... existing code ...\n  } catch (error) {\n    report(error);\n  } finally {\n    done();\n  }\n}\n",
    ["log(", "report("],
  ],
  [
    "a new import beside a method of Java",
    "java",
    java,
    "import java.util.Set;\n\npublic void add(int item) {\n    run(Set.of(item));\n}\n",
    [
      ["List;\n", "List;\nimport java.util.Set;\n"],
      ["run(item)", "run(Set.of(item))"],
    ],
  ],
  ["a constant of Java", "java", java, "private static final int LIMIT = 5;\n", ["= 3", "= 5"]],
  ["a property of C#", "csharp", csharp, "public int Size { get; private set; }\n", ["get; set", "get; private set"]],
  [
    "a method that becomes an expression of C#",
    "csharp",
    csharp,
    "public void Run() => go();\n",
    ["public void Run()\n        {\n            go();\n        }", "public void Run() => go();"],
  ],
  [
    "a constructor with the name of its class",
    "java",
    "public class A {\n    public A() {\n        this.x = 1;\n    }\n}\n",
    "public A(int x) {\n    this.x = x;\n}\n",
    ["public A() {\n        this.x = 1;", "public A(int x) {\n        this.x = x;"],
  ],
  ["an expression of C#", "csharp", csharp, 'public string Name => "b";\n', ['"a"', '"b"']],
  [
    "the method of another receiver",
    "go",
    go,
    "func (o *Other) Load(n int) string {\n\treturn s\n}\n",
    [
      ["(o *Other) Load()", "(o *Other) Load(n int)"],
      ['return "o"', "return s"],
    ],
  ],
  [
    "imports that the code does not repeat",
    "go",
    go,
    'import (\n\t"time"\n)\n\nfunc (o *Other) Load() string {\n\treturn time.Now()\n}\n',
    [
      ['\t"os"\n', '\t"os"\n\t"time"\n'],
      ['return "o"', "return time.Now()"],
    ],
  ],
  [
    "the start of a PHP file, and its namespace",
    "php",
    php,
    "<?php\n\nuse A\\E;\n\npublic function all(): array\n{\n    return E::all();\n}\n",
    [
      ["namespace A;\n", "namespace A;\nuse A\\E;\n"],
      ["[1]", "E::all()"],
    ],
  ],
  [
    "the other rules under a condition",
    "css",
    css,
    "@media (max-width: 600px) {\n  .card {\n    padding: 2px;\n  }\n}\n",
    ["padding: 0", "padding: 2px"],
  ],
  ["of two rules with the same selector, the similar one", "css", css, ".card {\n  padding: 3px;\n  color: red;\n}\n", ["1px", "3px"]],
  ["a property of CSS", "css", css, ":root {\n  --main: green;\n  /* ... */\n}\n", ["--main: red", "--main: green"]],
  ["rules inside a rule", "scss", scss, ".card {\n  // ...\n\n  &:hover {\n    color: black;\n  }\n}\n", ["blue", "black"]],
  ["a rule with the same pseudo-class", "scss", scss, "b:not(.d) {\n  color: white;\n}\n", "unplaced"],
  ["the end of an element around a function", "vue", vue, "function reset() {\n  c();\n}\n", ["b()", "c()"]],
  [
    "a part of an element that is left out",
    "vue",
    vue,
    '<script setup lang="ts">\nimport { ref, computed } from "vue";\n\n// ...\n</script>\n',
    ["{ ref }", "{ ref, computed }"],
  ],
  [
    "the ends of elements without indentation",
    "html",
    html,
    "<body>\n  <!-- ... -->\n  <p>Two</p>\n</body>\n",
    ["One</p>\n", "One</p>\n  <p>Two</p>\n"],
  ],
  ["a here document", "shellscript", shell, 'save() {\n  cat > "$1" <<EOF\nb {\nEOF\n}\n', ["a {", "b {"]],
  [
    "the patterns of a shell",
    "shellscript",
    shell,
    'case "$1" in\n  load) load "$2" ;;\n  save) save "$2" ;;\n  *) exit 1 ;;\nesac\n',
    ["esac", "  *) exit 1 ;;\nesac"],
  ],
  ["the first line of a script", "shellscript", shell, '#!/bin/bash\n\nload() {\n  cat -n "$1"\n}\n', ['cat "$1"', 'cat -n "$1"']],
  ["the end of a namespace without indentation", "cpp", cpp, "int main() {\n  return 1;\n}\n", ["return 0", "return 1"]],
  [
    "an inclusion outside a namespace",
    "cpp",
    cpp,
    "#include <string>\n\nint main() {\n  return 1;\n}\n",
    [
      ["<vector>\n", "<vector>\n#include <string>\n"],
      ["return 0", "return 1"],
    ],
  ],
  ["a directive after a function", "c", c, 'void debug(void)\n{\n    printf("{");\n}\n', ['"}"', '"{"']],
  ["the end of a class after its last method", "objective-c", objectiveC, "- (void)save {\n  c();\n}\n", ["b()", "c()"]],
  [
    "a test with another title",
    "javascript",
    tests,
    'describe("x", () => {\n  it("three", () => {\n    expect(3).toBe(3);\n  });\n});\n',
    ["toBe(2);\n  });\n", 'toBe(2);\n  });\n\n  it("three", () => {\n    expect(3).toBe(3);\n  });\n'],
  ],
  [
    "a route with another method",
    "javascript",
    routes,
    'app.post("/a", (request, response) => {\n  response.json({});\n});\n',
    ['send("b")', "json({})"],
  ],
  [
    "a route with another path",
    "javascript",
    routes,
    '// ...\n\napp.get("/b", (request, response) => {\n  response.end();\n});\n',
    "unclear",
  ],
  [
    "an import beside a method of Python",
    "python",
    python,
    "import sys\n\ndef load(self):\n    return sys.name\n",
    [
      ["import os\n", "import os\nimport sys\n"],
      ["os.name", "sys.name"],
    ],
  ],
  ["an attribute of a class", "python", python, "class A:\n    limit = 5\n\n    # ... rest of the class ...\n", ["= 3", "= 5"]],
  [
    "of two methods with the same first line, the similar one",
    "python",
    twice,
    "@staticmethod\ndef make(x):\n    log(x, 1)\n    return A()\n",
    ["log(x)", "log(x, 1)"],
  ],
  [
    "an equation without a keyword",
    "haskell",
    haskell,
    "import Data.List (sort, nub)\n\n-- ...\n\nmain :: IO ()\nmain = do\n  save 1\n  save 2\n",
    [
      ["(sort)", "(sort, nub)"],
      ["main = save 1", "main = do\n  save 1\n  save 2"],
    ],
  ],
  [
    "an arm of a match",
    "rust",
    rust,
    "fn run(kind: Kind) -> u8 {\n    let x = match kind {\n        Kind::A => 5,\n        // ...\n    };\n    // ...\n}\n",
    ["=> 1", "=> 5"],
  ],
  ["the names of an inclusion", "rust", rust, "use std::{fs, io, path};\n\n// ... existing code ...\n", ["{fs, io}", "{fs, io, path}"]],
  [
    "an import of several lines, by one of another module",
    "javascript",
    imports,
    'import {\n  d,\n} from "d";\n\nfunction run() {\n  two();\n}\n',
    [
      ['from "b";\n', 'from "b";\nimport {\n  d,\n} from "d";\n'],
      ["one()", "two()"],
    ],
  ],
  [
    "an import of several lines, by one line",
    "javascript",
    imports,
    'import { b, c, e } from "b";\n\n// ... rest of the file ...\n',
    ["{\n  b,\n  c,\n}", "{ b, c, e }"],
  ],
  [
    "an exported value without a name",
    "javascript",
    "const a = 1;\n\nexport default { a };\n",
    "export default { a, b };\n",
    ["{ a }", "{ a, b }"],
  ],
  [
    "a new function after everything",
    "javascript",
    "function a() {\n  1;\n}\n",
    "// ... existing code ...\n\nfunction b() {\n  2;\n}\n",
    ["  1;\n}\n", "  1;\n}\n\nfunction b() {\n  2;\n}\n"],
  ],
];

test.each(cases)("%s", (_, languageId, document, code, expected) => {
  const result = mergeCode(splitLines(document), splitLines(code), languageId);
  const text = result.type === "merged" ? result.lines.join("\n") : result.type;
  if (typeof expected === "string") {
    expect(text).toBe(expected);
    return;
  }
  const changes = expected.flatMap((change) => (typeof change === "string" ? [] : [change]));
  const [from, to] = expected;
  if (typeof from === "string" && typeof to === "string") changes.push([from, to]);
  for (const [old] of changes) expect(document).toContain(old);
  expect(text).toBe(changes.reduce((written, [old, fresh]) => written.replace(old, () => fresh), document));
});
