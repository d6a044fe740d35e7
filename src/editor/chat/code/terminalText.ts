/** The commands of a code block as they are typed or pasted in a terminal: without prompts, otherwise unchanged. */
import { type ShellFamily, shellFamily } from "../../../chat/shellLanguages.ts";

const comments: Record<ShellFamily, RegExp> = { posix: /^\s*#/, powershell: /^\s*#/, cmd: /^\s*(?:rem\b|::)/i };

/** Prompts of recorded sessions, at the start of a line. None of them is the beginning of a command with redirected output. */
const prompts: Record<ShellFamily, readonly RegExp[]> = {
  posix: [
    // oh-my-zsh: `➜  app git:(main) ✗ `.
    /^\s*➜ {2}\S{1,80} (?:git:\([^)]{1,80}\) )?(?:✗ )?/,
    /^\s*(?:\([\w.-]{1,40}\) ?)?[$%❯➜›λ→][ \t]/,
    // `user@host:~/app$ `, `user@host app % `, `[user@host app]$ `, and root's `root@host:/# `.
    /^\s*(?:\([\w.-]{1,40}\) ?)?\[?[\w.-]{1,40}@[\w.-]{1,80}[^$#%>]{0,200}[$#%>] /,
    /^\s*[~/][\w/.~-]{0,200} ?[$%❯] /,
    /^\s*(?:[~/] #|(?:ba|da|k|z)?sh-[\d.]{1,9}[$#]) /,
  ],
  powershell: [/^\s*(?:\([\w.-]{1,40}\) ?)?PS(?: [^>]{0,300})?> ?/],
  cmd: [/^\s*(?![^>]{0,300}\.(?:bat|cmd|com|exe|ps1)\b)[A-Z]:\\(?:[^<>|"&?*:]{0,300}(?<!\s|\s\d))?> ?(?=\S)/i],
};
/** A bare prompt, which could also redirect output to a file. */
const barePrompt = /^> (?=\S+\s|[a-z][\w-]*$)/;
const heredoc = /<<-?\s?['"]?(\w{1,40})['"]?/;

/** `lines`: several commands, or one of several lines. undefined: there is nothing to run. */
export function terminalText(code: string, language: string): { text: string; isSeveral: boolean } | undefined {
  const family = shellFamily(language) ?? "posix";
  const lines = code
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .split("\n")
    .map((line) => line.trimEnd());
  const commands = readSession(lines, family) ?? lines;
  const isNeeded = (line: string) => line !== "" && !comments[family].test(line);
  if (!commands.some(isNeeded)) return undefined;
  const [first, last] = [commands.findIndex(isNeeded), commands.findLastIndex((line) => line !== "")];
  const needed = commands.slice(first, last + 1);
  const only = needed.filter(isNeeded).length === 1 ? needed.slice(0, 1) : needed;
  const text = only.join("\n");
  return { text: only.length === 1 ? text.trimStart() : text, isSeveral: only.length > 1 || text.includes("\t") };
}

/** The commands after the prompts, with the lines that continue them; undefined: the first line has no prompt. */
function readSession(lines: readonly string[], family: ShellFamily): string[] | undefined {
  const all = [...prompts[family], ...prompts.powershell, ...prompts.cmd];
  const [filled = ""] = lines.filter((line) => line !== "" && !comments[family].test(line));
  const known = all.some((one) => one.test(filled)) ? all : barePrompt.test(filled) ? [barePrompt] : undefined;
  if (known === undefined) return undefined;
  const commands: string[] = [];
  let [isOpen, wasMarked] = [false, false];
  /** The line that ends the text that a command reads. */
  let delimiter: string | undefined;
  for (const line of lines) {
    const isMarked = /^>>? ?/.test(line);
    const prompt = known.map((one) => one.exec(line)?.[0]).find((found) => found !== undefined);
    if (delimiter === undefined && prompt !== undefined) commands.push(line.slice(prompt.length));
    else if (isOpen || (wasMarked && isMarked)) commands.push(line.replace(/^>>? ?/, ""));
    else continue;
    wasMarked = prompt === undefined && isMarked;
    const command = commands.at(-1) ?? "";
    if (delimiter === undefined) delimiter = family === "posix" ? heredoc.exec(command)?.[1] : undefined;
    else if (command.trim() === delimiter) delimiter = undefined;
    isOpen = delimiter !== undefined || goesOn(command, family);
  }
  return commands;
}

/** Whether the next line of a session belongs to this command. */
function goesOn(command: string, family: ShellFamily): boolean {
  const marks: Record<ShellFamily, RegExp> = { posix: /(?:[\\|({]|&&|\b(?:do|then|else))$/, powershell: /[`|({]$/, cmd: /[\^(]$/ };
  return marks[family].test(command) || hasOpenQuote(command);
}

function hasOpenQuote(line: string): boolean {
  let open = "";
  for (let index = 0; index < line.length; index += 1) {
    const sign = line[index] ?? "";
    if (sign === "\\" && open !== "'") index += 1;
    else if (open === sign) open = "";
    else if (open === "" && (sign === '"' || sign === "'")) open = sign;
  }
  return open !== "";
}
