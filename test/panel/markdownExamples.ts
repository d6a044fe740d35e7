/** Markdown beyond CommonMark's examples: GFM's extensions, and the shapes of models' answers. */

export const gfmExamples = [
  "| foo | bar |\n| --- | --- |\n| baz | bim |\n",
  "| abc | defghi |\n:-: | -----------:\nbar | baz\n",
  "| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n",
  "| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n",
  "| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n",
  "| abc | def |\n| --- |\n| bar |\n",
  "| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n",
  "| abc | def |\n| --- | --- |\n",
  "text before\n| a | b |\n|---|---|\n| 1 | 2 |\n\nafter\n",
  "- | a | b |\n  |---|---|\n  | 1 | 2 |\n- next\n",
  "- [ ] foo\n- [x] bar\n",
  "- [x] foo\n  - [ ] bar\n  - [X] baz\n- [ ] bim\n",
  "1. [ ] one\n\n2. [x] two\n",
  "- [ ]\n- [y] no\n- [ ]also no\n",
  "~~Hi~~ Hello, ~there~ world!\n",
  "This ~~has a\n\nnew paragraph~~.\n",
  "www.commonmark.org\n\nVisit https://example.com/a?b=c(d) now, or mail foo@bar.baz.\n",
  "`https://no.example` and <https://yes.example> and main.rs\n",
];

const manyItems = Array.from(
  { length: 60 },
  (_, index) => `- item ${index} with **bold** and \`code\`\n  - nested ${index}\n    1. deep\n`,
).join("");
const manyRows = Array.from({ length: 60 }, (_, index) => `| ${index} | \`x${index}\` | **y** |\n`).join("");
const manyLines = Array.from({ length: 300 }, (_, index) =>
  index % 40 === 5 ? `/* a comment\n   over ${index} lines */\n` : `const value${index} = call(${index}, "text");\n`,
).join("");

export const longerExamples = [
  `# Title\n\nSome prose with a [reference][later] and *emphasis*.\n\n${manyItems}\nAfter the list.\n\n[later]: https://example.com "Late"\n`,
  `| a | b | c |\n|---|:-:|--:|\n${manyRows}\nAfter the table.\n`,
  `Before\n\n\`\`\`ts\n${manyLines}\`\`\`\n\nAfter\n`,
  `\`\`\`ts\n${manyLines}`,
  "~~~~python\ndef f():\n    return '''\n~~~\n'''\n~~~~\nend\n",
  "```js\nconst a = `one\n$ two\n`;\n```\n```\nplain\n```\n",
  "- a\n- b\n\n- c is loose\n- d\n\ntext\n",
  "- a\n- # heading\n\n- # heading\n- b\n",
  "1. one\n   ```js\n   let x = 1;\n   ```\n2. two\n\n   more\n3. three\n",
  "- a\n```js\nlet x;\n```\n- b\n* c\n* d\n1) e\n2) f\n",
  "para\n#hashtag\n# heading\n-\n- item\n---\n",
  "<details>\n<summary>More</summary>\n\n**inside**\n\n- a\n- b\n\n</details>\n\nafter\n",
  "text <b>bold\n\nstill in b</b> end\n\nlast\n",
  "<!-- a comment\n\nthat spans -->\n\nvisible\n",
  "> quote\nlazy\n>\n> - list\n>   ```\n>   code\n>   ```\n\nafter\n",
  "[a]\n\n[a]: /late\n'title'\n\n[b]: /b\n\n- [a] and [b] and [c]\n- x\n\n[c]: https://c.example\n",
  "line one\r\nline two\r\rline three\r\n\r\n- a\r\n- b\r\n",
  "emoji 👩‍👩‍👧 and \u0000 null and 日本語 **太字**です\n",
  "Setext\n===\n\nanother\n---\n\n***\n\nHard  \nbreak\\\nhere\n",
  "![alt](https://example.com/a.png) and ![x](data:image/png;base64,iVBORw0KGgo=)\n",
  "    indented\n\n    code\n\ntext\n",
  "So $a^2$ and\n$$\n\\frac{1}{2}\n+ b\n$$\nwith \\(c\\), $5 and $6:\n\n- \\[\n  d\n  - e\n  \\]\n- $f$ \\[ g \\]\n\n$$\nopen\n- still\n",
  "A[^1] and [^b] and [^c] and [link][^1].\n\n- item[^1]\n- item\n\n[^1]: One\nlazy\n[^b]: Two\n\n    more\n\n    - list\n\nend[^1]\n",
  "> [!NOTE]\n> text\n\n> [!WARNING]\n\n> [!tip]\n> - a\n> - b\n\n> [!NOTE] no\n\n> quote\n> [!NOTE]\n",
  "1. a\n\n   | x | y |\n   |---|---|\n   | 1 | 2 |\n\n2. b\n",
];
