/** Blocks of shell commands, and the text that is typed or pasted for each. */
import { expect, test } from "vitest";
import { terminalText } from "../../../../../src/editor/chat/code/terminalText.ts";

test.each([
  ["one command", "bash", "npm test\n", "npm test", false],
  ["a comment above the only command", "bash", "# First install.\nnpm install\n", "npm install", false],
  ["comments at the end of lines", "bash", "ls # all\npwd\n", "ls # all\npwd", true],
  ["a comment between commands", "bash", "npm install\n# Then test.\n\nnpm test\n", "npm install\n# Then test.\n\nnpm test", true],
  ["a continued line", "bash", "npm install \\\n  --save-dev diff\n", "npm install \\\n  --save-dev diff", true],
  ["a loop", "bash", "for file in *; do\n  echo $file\ndone\n", "for file in *; do\n  echo $file\ndone", true],
  ["a heredoc", "bash", "cat <<EOF\n# a\nEOF\n", "cat <<EOF\n# a\nEOF", true],
  ["a background job", "bash", "npm start &\nnpm test\n", "npm start &\nnpm test", true],
  ["a tab, which would complete a word", "bash", "echo 'a\tb'\n", "echo 'a\tb'", true],
  ["line endings", "bash", "echo 'it is'\r\necho \"x\"\r\n", "echo 'it is'\necho \"x\"", true],
  ["control characters", "bash", "echo a\u0003\u001b[201~\n", "echo a[201~", false],
  ["a variable at the start", "bash", "$HOME/bin/run\n", "$HOME/bin/run", false],
  ["an output redirected at the start", "bash", "> empty.txt\n", "> empty.txt", false],
  ["a session", "console", "$ npm test\n> 12 passed\n$ npm run build\n", "npm test\nnpm run build", true],
  ["a session whose command goes on", "console", "$ docker run \\\n>   app\nstarted\n", "docker run \\\n  app", true],
  ["zsh's prompt", "zsh", "% npm test\n", "npm test", false],
  ["a host and folder before the prompt", "console", "me@host:~/app$ make\nok\nme@host:~/app$ make test\n", "make\nmake test", true],
  ["macOS's prompt", "console", "me@Mac app % npm test\n", "npm test", false],
  ["root's prompt", "console", "root@3f2a:/# apt update\n", "apt update", false],
  ["a virtual environment", "bash", "(venv) $ pip install x\n", "pip install x", false],
  ["fish's prompt", "fish", "me@host ~/app> ls\n", "ls", false],
  ["PowerShell's prompt", "powershell", "PS C:\\app> cd web\nPS C:\\app\\web> npm test\n12 passed\n", "cd web\nnpm test", true],
  ["PowerShell's prompt in another language", "console", "PS C:\\> dir\n", "dir", false],
  ["the prompt of cmd", "cmd", "C:\\app>dir /b\n a.txt\n", "dir /b", false],
  ["a bare prompt", "bash", "> npm test\n", "npm test", false],
  ["PowerShell's lines", "powershell", "cd app\nnpm test\n", "cd app\nnpm test", true],
  ["a session with a heredoc", "console", "$ cat <<EOF > a\n> x\n> EOF\n$ ls\nb\n", "cat <<EOF > a\nx\nEOF\nls", true],
  ["a session with a condition", "console", "$ if a; then\n>   b\n> fi\n1\n", "if a; then\n  b\nfi", true],
  ["a heredoc whose lines look like prompts", "bash", "cat <<EOF > a\n$ x\n% y\nEOF\n", "cat <<EOF > a\n$ x\n% y\nEOF", true],
  ["a session of npm, which prints lines like continued ones", "console", "$ npm start\n> app@1.0.0 start\n> node x\n", "npm start", false],
  ["redirected output of a program in the home folder", "bash", "~/bin/gen > out.txt\n", "~/bin/gen > out.txt", false],
  ["redirected output of a program of Windows", "cmd", "C:\\tools\\gen.exe a > out.txt\n", "C:\\tools\\gen.exe a > out.txt", false],
  ["joined output of a program of Windows", "powershell", "C:\\tools\\gen a 2>&1\n", "C:\\tools\\gen a 2>&1", false],
  ["oh-my-zsh's prompt", "zsh", "➜  app git:(main) ✗ npm test\n", "npm test", false],
  ["bash's own prompt", "console", "bash-5.1$ ls\nsh-3.2# pwd\n", "ls\npwd", true],
  ["busybox's prompt", "sh", "/ # apk add curl\n", "apk add curl", false],
  ["the prompt of cmd in PowerShell", "powershell", "C:\\PS> dir\nC:\\> cls\n", "dir\ncls", true],
  ["other signs of prompts", "console", "λ ls\n→ pwd\n❯ id\n› date\n", "ls\npwd\nid\ndate", true],
  ["a remark of cmd", "cmd", "REM Tests.\ncd app\n", "cd app", false],
])("%s", (_, language, code, text, isSeveral) => {
  expect(terminalText(code, language)).toEqual({ text, isSeveral });
});

test.each([["# Nothing to run.\n"], ["\n"], [""]])("nothing is typed for %j", (code) => {
  expect(terminalText(code, "bash")).toBeUndefined();
});

test("no text contains a key press, or ends with one that runs it", () => {
  for (let code = 0; code < 32; code += 1)
    for (const language of ["bash", "powershell", "cmd"]) {
      const { text = "" } = terminalText(`echo ${String.fromCharCode(code)} a\n\n`, language) ?? {};
      expect(text).not.toMatch(/[^\P{Cc}\n\t]|\n$/u);
    }
});
