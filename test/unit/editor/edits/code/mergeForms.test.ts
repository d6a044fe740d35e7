/** Forms of code that answers give for a part of a document, in languages whose blocks begin and end differently. */
import { expect, test } from "vitest";
import { mergeBlock } from "../../../../../src/editor/edits/code/mergeBlock.ts";
import { splitLines } from "../../../../../src/editor/edits/hunks.ts";

type Change = readonly [from: string, to: string];
type Case = [name: string, languageId: string, document: string, code: string, expected: readonly Change[] | "unclear" | "unplaced"];

const flask =
  'from flask import Flask\n\napp = Flask(__name__)\n\n\n@app.route("/users")\n@login_required\ndef users():\n    return all_users()\n\n\n@app.route("/items")\ndef items():\n    return all_items()\n\n\nif __name__ == "__main__":\n    app.run()\n';
const overloads =
  'export class Store {\n  get(key: string): string;\n  get(key: string, fallback: string): string;\n  get(key: string, fallback = ""): string {\n    return this.map.get(key) ?? fallback;\n  }\n\n  set(key: string, value: string): void {\n    this.map.set(key, value);\n  }\n}\n';
const receivers =
  "package a\n\nfunc (s *Server) Close() error {\n\treturn s.l.Close()\n}\n\nfunc (c *Client) Close() error {\n\treturn c.n.Close()\n}\n";
const impls =
  "impl Shape for Circle {\n    fn area(&self) -> f64 {\n        self.r\n    }\n}\n\nimpl Shape for Square {\n    fn area(&self) -> f64 {\n        self.a\n    }\n}\n";
const ruby =
  "class User\n  attr_reader :name\n\n  def initialize(name)\n    @name = name\n  end\n\n  def self.find(id)\n    store[id]\n  end\n\n  def valid?\n    name.present?\n  end\nend\n";
const preprocessor =
  "#include <stdio.h>\n#define LIMIT 10\n\n#ifdef _WIN32\nstatic int open_it(void) {\n  return win();\n}\n#else\nstatic int open_it(void) {\n  return unix();\n}\n#endif\n\nint run(void) {\n  return LIMIT;\n}\n";
const yaml =
  "services:\n  web:\n    image: web:1\n    ports:\n      - 80:80\n  db:\n    image: db:1\n    volumes:\n      - data:/data\n\nvolumes:\n  data:\n";
const json =
  '{\n  "name": "a",\n  "scripts": {\n    "build": "tsc",\n    "test": "vitest"\n  },\n  "dependencies": {\n    "a": "1"\n  }\n}\n';
const css = "body {\n  margin: 0;\n}\n\n.a,\n.b {\n  color: red;\n}\n\n.a:hover {\n  color: blue;\n}\n";
const svelte =
  "<script>\n  let count = 0;\n\n  function add() {\n    count += 1;\n  }\n\n  function reset() {\n    count = 0;\n  }\n</script>\n\n<button on:click={add}>{count}</button>\n\n<style>\n  button {\n    color: red;\n  }\n</style>\n";
const jsx =
  'import React from "react";\n\nexport function List({ items }) {\n  const [open, setOpen] = useState(false);\n\n  return (\n    <ul>\n      <li>Head</li>\n      {items.map((item) => (\n        <li key={item}>{item}</li>\n      ))}\n    </ul>\n  );\n}\n';
const lua =
  "local M = {}\n\nfunction M.setup(options)\n  M.options = options\nend\n\nlocal function log(text)\n  print(text)\nend\n\nreturn M\n";
const sql =
  "CREATE TABLE users (\n  id INT PRIMARY KEY,\n  name TEXT\n);\n\nCREATE TABLE items (\n  id INT PRIMARY KEY,\n  owner INT\n);\n";
const asyncPython =
  'class Client:\n    """Talks."""\n\n    async def get(self, url):\n        async with self.session.get(url) as answer:\n            return await answer.json()\n\n    @property\n    def name(self):\n        return self._name\n\n    @name.setter\n    def name(self, value):\n        self._name = value\n';
const kotlin =
  "class Store(private val db: Db) {\n    companion object {\n        const val LIMIT = 3\n    }\n\n    suspend fun load(id: Int): Item? = db.find(id)\n\n    fun save(item: Item) {\n        db.put(item)\n    }\n}\n";
const swift =
  "struct Store {\n    var items: [Int] = []\n\n    mutating func add(_ item: Int) {\n        items.append(item)\n    }\n\n    mutating func add(_ item: Int, at index: Int) {\n        items.insert(item, at: index)\n    }\n}\n";
const elixir = "defmodule A do\n  def load(nil), do: []\n\n  def load(id) do\n    find(id)\n  end\n\n  defp find(id), do: [id]\nend\n";

const cases: Case[] = [
  [
    "a decorated function, whole",
    "python",
    flask,
    '@app.route("/users")\n@login_required\ndef users():\n    return jsonify(all_users())\n',
    [["return all_users()", "return jsonify(all_users())"]],
  ],
  [
    "a decorated function, without its decorators",
    "python",
    flask,
    "def users():\n    return jsonify(all_users())\n",
    [["return all_users()", "return jsonify(all_users())"]],
  ],
  [
    "a decorator that is added",
    "python",
    flask,
    '@app.route("/items")\n@login_required\ndef items():\n    return all_items()\n',
    [['@app.route("/items")\n', '@app.route("/items")\n@login_required\n']],
  ],
  [
    "the setter of a property",
    "python",
    asyncPython,
    "    @name.setter\n    def name(self, value):\n        self._name = value.strip()\n",
    [["= value\n", "= value.strip()\n"]],
  ],
  [
    "an asynchronous method, not indented",
    "python",
    asyncPython,
    "async def get(self, url):\n    async with self.session.get(url) as answer:\n        return await answer.text()\n",
    [["answer.json()", "answer.text()"]],
  ],
  [
    "a method with its overloads",
    "typescript",
    overloads,
    '  get(key: string): string;\n  get(key: string, fallback: string): string;\n  get(key: string, fallback = "-"): string {\n    return this.map.get(key) ?? fallback;\n  }\n',
    [['fallback = ""', 'fallback = "-"']],
  ],
  [
    "the implementation of an overload",
    "typescript",
    overloads,
    '  get(key: string, fallback = ""): string {\n    return this.map.get(key) || fallback;\n  }\n',
    [["?? fallback", "|| fallback"]],
  ],
  [
    "a method of one of two receivers",
    "go",
    receivers,
    "func (c *Client) Close() error {\n\tc.done()\n\treturn c.n.Close()\n}\n",
    [["\treturn c.n", "\tc.done()\n\treturn c.n"]],
  ],
  [
    "an implementation for one of two types",
    "rust",
    impls,
    "impl Shape for Square {\n    fn area(&self) -> f64 {\n        self.a * self.a\n    }\n}\n",
    [["self.a\n", "self.a * self.a\n"]],
  ],
  ["a method that two types have", "rust", impls, "fn area(&self) -> f64 {\n    0.0\n}\n", "unplaced"],
  [
    "a method with a question mark",
    "ruby",
    ruby,
    "  def valid?\n    name.present? && name.size < 9\n  end\n",
    [["name.present?\n", "name.present? && name.size < 9\n"]],
  ],
  ["a method of the class itself", "ruby", ruby, "def self.find(id)\n  store.fetch(id)\nend\n", [["store[id]", "store.fetch(id)"]]],
  [
    "a function in one branch of the preprocessor",
    "c",
    preprocessor,
    "#ifdef _WIN32\nstatic int open_it(void) {\n  return win2();\n}\n#else\nstatic int open_it(void) {\n  return unix();\n}\n#endif\n",
    [["win()", "win2()"]],
  ],
  [
    "a function beside the preprocessor",
    "c",
    preprocessor,
    "int run(void) {\n  return LIMIT + 1;\n}\n",
    [["return LIMIT;", "return LIMIT + 1;"]],
  ],
  [
    "a service of a list of services",
    "yaml",
    yaml,
    "services:\n  db:\n    image: db:2\n    volumes:\n      - data:/data\n",
    [["db:1", "db:2"]],
  ],
  [
    "a nested key, with its parents and an elision",
    "yaml",
    yaml,
    "services:\n  # ... existing services ...\n  db:\n    image: db:2\n    volumes:\n      - data:/data\n",
    [["db:1", "db:2"]],
  ],
  ["scripts of a package", "json", json, '"scripts": {\n  "build": "tsc -b",\n  "test": "vitest"\n},\n', [['"tsc"', '"tsc -b"']]],
  ["a rule with two selectors", "css", css, ".a,\n.b {\n  color: green;\n}\n", [["red", "green"]]],
  ["a rule for a state", "css", css, ".a:hover {\n  color: green;\n}\n", [["blue", "green"]]],
  [
    "a function of a component, with elisions around it",
    "svelte",
    svelte,
    "<script>\n  // ... existing code ...\n\n  function reset() {\n    count = 1;\n  }\n</script>\n\n<!-- ... rest of the component ... -->\n",
    [["    count = 0;\n", "    count = 1;\n"]],
  ],
  [
    "markup with an elision in braces",
    "javascriptreact",
    jsx,
    'export function List({ items }) {\n  // ... existing state ...\n\n  return (\n    <ul className="list">\n      {/* ... existing items ... */}\n    </ul>\n  );\n}\n',
    [["<ul>", '<ul className="list">']],
  ],
  [
    "a function of a table",
    "lua",
    lua,
    "function M.setup(options)\n  M.options = options or {}\nend\n",
    [["= options\n", "= options or {}\n"]],
  ],
  [
    "a function after an elision",
    "lua",
    lua,
    "-- ... existing code ...\n\nlocal function log(text)\n  print(os.time(), text)\nend\n\n-- ... existing code ...\n",
    [["print(text)", "print(os.time(), text)"]],
  ],
  [
    "one of two tables",
    "sql",
    sql,
    "CREATE TABLE items (\n  id INT PRIMARY KEY,\n  owner INT NOT NULL\n);\n",
    [["owner INT\n", "owner INT NOT NULL\n"]],
  ],
  [
    "a table with an elision",
    "sql",
    sql,
    "CREATE TABLE items (\n  -- ... existing columns ...\n  owner INT,\n  price INT\n);\n",
    [["  owner INT\n", "  owner INT,\n  price INT\n"]],
  ],
  [
    "a function of one expression",
    "kotlin",
    kotlin,
    "    suspend fun load(id: Int): Item? = cache[id] ?: db.find(id)\n",
    [["= db.find(id)", "= cache[id] ?: db.find(id)"]],
  ],
  [
    "one of two functions that differ in their labels",
    "swift",
    swift,
    "    mutating func add(_ item: Int, at index: Int) {\n        items[index] = item\n    }\n",
    [["items.insert(item, at: index)", "items[index] = item"]],
  ],
  [
    "methods whose first line lost its indentation",
    "kotlin",
    kotlin,
    "suspend fun load(id: Int): Item? {\n        return db.find(id)\n    }\n\n    fun save(item: Item) {\n        db.add(item)\n    }\n",
    [
      ["? = db.find(id)", "? {\n        return db.find(id)\n    }"],
      ["db.put", "db.add"],
    ],
  ],
  [
    "a method of Python whose first line lost its indentation",
    "python",
    asyncPython,
    "async def get(self, url):\n        async with self.session.get(url) as answer:\n            return await answer.text()\n",
    [["answer.json()", "answer.text()"]],
  ],
  [
    "an element whose first line lost its indentation",
    "javascriptreact",
    jsx,
    "<ul>\n      <li>Top</li>\n    </ul>\n",
    [["<li>Head</li>\n      {items.map((item) => (\n        <li key={item}>{item}</li>\n      ))}", "<li>Top</li>"]],
  ],
  [
    "a query whose keywords end in the same column",
    "sql",
    "SELECT a,\n       b\n  FROM t\n WHERE a = 1;\n",
    "SELECT a,\n       b\n  FROM t\n WHERE a = 2;\n",
    [["a = 1", "a = 2"]],
  ],
  [
    "a condition of two lines",
    "python",
    "def f():\n    if a and \\\n            b:\n        c\n    return 1\n",
    "if a and \\\n        b:\n    d\n",
    [["        c", "        d"]],
  ],
  [
    "one of two clauses",
    "elixir",
    elixir,
    "  def load(id) do\n    find(id) ++ [1]\n  end\n",
    [["    find(id)\n", "    find(id) ++ [1]\n"]],
  ],
];

const normalized = (text: string) => text.trimEnd();

test.each(cases)("%s (%s)", (_, languageId, document, code, expected) => {
  const merged = mergeBlock(splitLines(document), code, languageId);
  if (typeof expected === "string") {
    expect(merged.type).toBe(expected);
    return;
  }
  const wanted = expected.reduce((text, [from, to]) => {
    const at = text.lastIndexOf(from);
    expect(at, `the document has ${from}`).toBeGreaterThanOrEqual(0);
    return text.slice(0, at) + to + text.slice(at + from.length);
  }, document);
  expect(merged.type === "merged" ? normalized(merged.lines.join("\n")) : merged).toEqual(normalized(wanted));
});
