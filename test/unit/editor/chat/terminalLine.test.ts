/** Blocks of shell commands, and the line that is inserted for each. */
import { expect, test } from "vitest";
import { terminalLine } from "../../../../src/editor/chat/terminalLine.ts";

test.each([
  ["bash", "npm test\n", "npm test"],
  ["bash", "# First install.\nnpm install\n\nnpm test\n", "npm install && npm test"],
  ["bash", "npm install \\\n  --save-dev diff\n", "npm install  --save-dev diff"],
  ["console", "$ npm test\n> 12 passed\n$ npm run build\n", "npm test && npm run build"],
  ["powershell", "cd app\nnpm test\n", "cd app; npm test"],
  ["cmd", "REM Tests.\ncd app\nnpm test\n", "cd app && npm test"],
  ["bash", "echo a\tb\u0003\u001b[31m", "echo a b[31m"],
  ["bash", "echo 'it is'\r\necho \"x\"\r\n", "echo 'it is' && echo \"x\""],
])("%s: %j", (language, code, line) => {
  expect(terminalLine(code, language)).toBe(line);
});

test.each([
  ["for file in *; do\n  echo $file\ndone\n"],
  ["if [ -f a ]; then\n  rm a\nfi\n"],
  ["cat <<EOF\na\nEOF\n"],
  ["echo 'a\nb'\n"],
  ["npm start &\nnpm test\n"],
  ["cat a |\n  sort\n"],
  ["build() {\n  npm run build\n}\n"],
  ["# Nothing to run.\n"],
  ["\n"],
])("no line is inserted for %j", (code) => {
  expect(terminalLine(code, "bash")).toBeUndefined();
});

test("no line contains a character that would run it", () => {
  for (let code = 0; code < 32; code += 1)
    for (const language of ["bash", "powershell", "cmd"])
      expect(terminalLine(`echo ${String.fromCharCode(code)} a`, language) ?? "").not.toMatch(/\p{Cc}/u);
});
