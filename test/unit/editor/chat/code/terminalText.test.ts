/** Blocks of shell commands, and the text that is typed or pasted for each. */
import { expect, test } from "vitest";
import { terminalText } from "../../../../../src/editor/chat/code/terminalText.ts";

test.each([
  [
    "a file that is written, with marks of prompts and comments",
    "bash",
    "cat <<'EOF' > .env\nA=1 # x\n$ x\nEOF\ncat .env\n",
    "cat <<'EOF' > .env\nA=1 # x\n$ x\nEOF\ncat .env",
    true,
  ],
  [
    "the output of a script that begins with the mark",
    "console",
    "$ npm i\nadded 3 packages\n$ npm test\n> vitest\nok\n",
    "npm i\nnpm test",
    true,
  ],
  ["a session whose text ends", "bash", "$ cat <<EOF\n> a\n> EOF\na\n", "cat <<EOF\na\nEOF", true],
  [
    "a pipe of PowerShell, and its table",
    "powershell",
    "PS C:\\a> Get-ChildItem |\n>> Select-Object Name\n\nName\n----\n",
    "Get-ChildItem |\nSelect-Object Name",
    true,
  ],
  ["a variable of PowerShell", "powershell", "$env:A = 'b'\nnpm start\n", "$env:A = 'b'\nnpm start", true],
  ["a backtick at the end of a line", "powershell", "Get-Process | `\n  Sort-Object\n", "Get-Process | `\n  Sort-Object", true],
  ["text in quotes that looks like a comment", "bash", 'echo "a\n# b\nc"\n', 'echo "a\n# b\nc"', true],
  ["a message in quotes that looks quoted", "bash", 'git commit -m "a\n\n> b"\n', 'git commit -m "a\n\n> b"', true],
  ["a container's prompt", "bash", "root@1a2b3c:/app# ls -la\ntotal 4\n", "ls -la", false],
  ["a prompt of an environment", "bash", "(venv) $ pip install x\nCollecting x\n", "pip install x", false],
  ["a count below its command", "bash", "$ ls | wc -l\n      12\n", "ls | wc -l", false],
  ["a script of cmd", "bat", "@echo off\nset A=1\nREM x\necho %A%\n", "@echo off\nset A=1\nREM x\necho %A%", true],
  ["two prompts of cmd, and output", "cmd", "C:\\> dir\n Volume in drive C\nC:\\> cd a\n", "dir\ncd a", true],
  ["the sign of another prompt in PowerShell", "powershell", "❯ npm i\n", "npm i", false],
  ["a dollar sign as a prompt in PowerShell", "powershell", "$ npm i\n$ npm test\n", "npm i\nnpm test", true],
  ["the sign of Cmder", "cmd", "λ npm i\n", "npm i", false],
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
  ["a session without the first prompt", "bash", "docker run \\\n> app\n", "docker run \\\napp", true],
  ["options below such a line", "bash", "find . \\\n> -name x \\\n> -print\n", "find . \\\n-name x \\\n-print", true],
  ["a pipe above such a line", "bash", "curl x |\n> jq .\n", "curl x |\njq .", true],
  ["output redirected in a line of its own", "bash", "gen \\\n> out.txt\n", "gen \\\n> out.txt", true],
  ["output redirected in an indented line", "bash", "gen \\\n  > out\n", "gen \\\n  > out", true],
  ["quoted lines of a mail in a heredoc", "bash", "cat <<EOF\na \\\n> b c\nEOF\n", "cat <<EOF\na \\\n> b c\nEOF", true],
  ["quoted lines in a string", "bash", "echo 'a |\n> b'\n", "echo 'a |\n> b'", true],
  ["oh-my-zsh's prompt with one space", "zsh", "➜ dir git:(main) ✗ npm i\n➜ dir git:(main) ls\n", "npm i\nls", true],
  ["oh-my-zsh's prompt in a virtual environment", "console", "(venv) ➜  app git:(main) ls\n", "ls", false],
  ["Kali's prompt", "console", "┌──(kali㉿kali)-[~]\n└─$ ls\na\n┌──(kali㉿kali)-[~]\n└─$ pwd\n", "ls\npwd", true],
  ["another prompt of two lines", "bash", "╭─me@host ~\n╰─❯ ls\n", "ls", false],
  ["Git Bash's prompt", "bash", "me@host MINGW64 ~/app (main)\n$ ls\n\nme@host MINGW64 ~/app (main)\n$ pwd\n", "ls\npwd", true],
  ["macOS's prompt of bash", "console", "MacBook-Pro:app me$ ls\n", "ls", false],
  ["a folder in brackets", "console", "[~/app]$ ls\n", "ls", false],
  ["a branch in the prompt", "console", "me@host:~/a (main) $ ls\n~/app main ❯ pwd\n", "ls\npwd", true],
  ["a line above the prompt of a recorded session", "console", "~/app on main\n❯ ls\na\n", "ls", false],
  ["root's prompt without a folder", "console", "# apt update\n# apt install x\n", "apt update\napt install x", true],
  ["a virtual environment in cmd", "cmd", "(base) C:\\Users\\x>dir\n", "dir", false],
  ["cmd's continued line", "cmd", "C:\\> dir ^\nMore? /b\n a.txt\n", "dir ^\n/b", true],
  ["a string of two lines in a session", "console", "$ echo 'a\nb'\na\nb\n$ ls\n", "echo 'a\nb'\nls", true],
  [
    "heredocs with other delimiters",
    "console",
    "$ cat <<'END-X'\n$ a\nEND-X\n$ cat <<\\E\n$ b\nE\n",
    "cat <<'END-X'\n$ a\nEND-X\ncat <<\\E\n$ b\nE",
    true,
  ],
  ["a heredoc of a recorded session without prompts", "console", "cat <<EOF\n$ a\nEOF\n", "cat <<EOF\n$ a\nEOF", true],
  ["the prompt of Python in a session", "console", "$ python\n>>> 1\n1\n$ ls\n", "python\nls", true],
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
