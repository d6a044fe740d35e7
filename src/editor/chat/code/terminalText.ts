/** The commands of a code block as they are typed or pasted in a terminal: without prompts, otherwise unchanged. */
import { type ShellFamily, shellFamily } from "../../../chat/texts/shellLanguages.ts";

const comments: Record<ShellFamily, RegExp> = { posix: /^\s*#/, powershell: /^\s*#/, cmd: /^\s*(?:rem\b|::)/i };

/** Prompts of recorded sessions, at the start of a line. None of them is the beginning of a command with redirected output. */
const prompts: Record<ShellFamily, readonly RegExp[]> = {
  posix: [
    // oh-my-zsh: `➜  app git:(main) ✗ `.
    /^\s*(?:\([\w.-]{1,40}\) ?)?➜ (?: \S{1,80} (?:git:\([^)]{1,80}\) )?|\S{1,80} git:\([^)]{1,80}\) )(?:✗ )?/,
    // The second line of a prompt of two lines.
    /^\s*[└╰][─━]{1,3}[>)\]]? ?[$#%❯➜➤›λ→][ \t]/,
    // macOS with bash: `host:~ user$ `; and a folder in brackets: `[~/app]$ `.
    /^\s*(?:\([\w.-]{1,40}\) ?)?[\w.-]{1,80}:[~/\w.-]{1,200} [\w.-]{1,40}[$#] /,
    /^\s*\[[\w~/.-]{1,200}\][$#%] /,
    // starship and others, whose sign is part of no command: `~/app main ❯ `.
    /^\s*[~/][^\n❯]{0,120} ❯ /,
    /^\s*(?:\([\w.-]{1,40}\) ?)?[$%❯➜›λ→][ \t]/,
    // `user@host:~/app$ `, `user@host app % `, `[user@host app]$ `, and root's `root@host:/# `.
    /^\s*(?:\([\w.-]{1,40}\) ?)?\[?[\w.-]{1,40}@[\w.-]{1,80}[^$#%>]{0,200}[$#%>] /,
    /^\s*[~/][\w/.~-]{0,200} ?[$%❯] /,
    /^\s*(?:[~/] #|(?:ba|da|k|z)?sh-[\d.]{1,9}[$#]) /,
  ],
  powershell: [/^\s*(?:\([\w.-]{1,40}\) ?)?PS(?: [^>]{0,300})?> ?/, /^\s*[$❯➜λ][ \t]/],
  cmd: [
    /^\s*[$❯➜λ][ \t]/,
    /^\s*(?:\([\w.-]{1,40}\) ?)?(?![^>]{0,300}\.(?:bat|cmd|com|exe|ps1)\b)[A-Z]:\\(?:[^<>|"&?*:]{0,300}(?<!\s|\s\d))?> ?(?=\S)/i,
  ],
};
/** A bare prompt, which could also redirect output to a file. */
const barePrompt = /^> (?=\S+\s|[a-z][\w-]*$)/;
/** The first line of a prompt of two lines, such as `┌──(kali㉿kali)-[~]` and Git Bash's `me@host MINGW64 ~`. */
const abovePrompt = /^\s*(?:[┌╭][─━]|[\w.-]{1,40}@[\w.-]{1,80} (?:MINGW|MSYS|UCRT|CLANG)\w{0,9} )/;
/** Languages of recorded sessions, which may begin with something else than a prompt. */
const sessionLanguages = new Set(["console", "shell-session", "shellsession", "terminal"]);
/** Root's prompt, which is elsewhere a comment. */
const rootPrompt = /^# (?=[a-z][\w./-]*(?:\s|$))/;
const heredoc = /<<-?\s?(?:(["'])([^"'\n]{1,40})\1|\\?(\w[\w.-]{0,39}))/;
/** What is shown before the next line of an unfinished command. */
const continuation = /^(?:>>? ?|More\? ?)/;

/** `lines`: several commands, or one of several lines. undefined: there is nothing to run. */
export function terminalText(code: string, language: string): { text: string; isSeveral: boolean } | undefined {
  const family = shellFamily(language) ?? "posix";
  const lines = code
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .split("\n")
    .map((line) => line.trimEnd());
  const commands = readSession(lines, family, sessionLanguages.has(language.toLowerCase())) ?? withoutContinuations(lines, family);
  const isNeeded = (line: string) => line !== "" && !comments[family].test(line);
  if (!commands.some(isNeeded)) return undefined;
  const [first, last] = [commands.findIndex(isNeeded), commands.findLastIndex((line) => line !== "")];
  const needed = commands.slice(first, last + 1);
  const only = needed.filter(isNeeded).length === 1 ? needed.slice(0, 1) : needed;
  const text = only.join("\n");
  return { text: only.length === 1 ? text.trimStart() : text, isSeveral: only.length > 1 || text.includes("\t") };
}

/** The prompts of a session; undefined: it is none. */
function promptsOf(lines: readonly string[], family: ShellFamily, isRecorded: boolean): readonly RegExp[] | undefined {
  const all = [...prompts[family], ...prompts.powershell, ...prompts.cmd];
  const isPrompt = (line: string) => all.some((one) => one.test(line));
  const filled = lines.filter((line) => line !== "" && !abovePrompt.test(line));
  const needed = filled.filter((line) => !comments[family].test(line));
  const [first = ""] = needed;
  if (isPrompt(first) || (isRecorded && !needed.some((line) => heredoc.test(line)) && needed.some(isPrompt))) return all;
  if (barePrompt.test(first)) return [barePrompt];
  return isRecorded && rootPrompt.test(filled[0] ?? "") && needed.length === 0 ? [rootPrompt] : undefined;
}

/** The commands after the prompts, with the lines that continue them; undefined: there are no prompts. */
function readSession(lines: readonly string[], family: ShellFamily, isRecorded: boolean): string[] | undefined {
  const known = promptsOf(lines, family, isRecorded);
  if (known === undefined) return undefined;
  const commands: string[] = [];
  let whole = "";
  let [isOpen, wasMarked] = [false, false];
  /** The line that ends the text that a command reads. */
  let delimiter: string | undefined;
  for (const line of lines) {
    const isMarked = continuation.test(line);
    const prompt = known.map((one) => one.exec(line)?.[0]).find((found) => found !== undefined);
    const isNew = delimiter === undefined && prompt !== undefined;
    if (isNew) commands.push(line.slice(prompt.length));
    else if (isOpen || (wasMarked && isMarked)) commands.push(line.replace(continuation, ""));
    else continue;
    wasMarked = prompt === undefined && isMarked;
    const command = commands.at(-1) ?? "";
    whole = isNew ? command : `${whole}\n${command}`;
    if (delimiter === undefined) delimiter = family === "posix" ? delimiterOf(command) : undefined;
    else if (command.trim() === delimiter) [delimiter, whole] = [undefined, ""];
    isOpen = delimiter !== undefined || goesOn(whole, family);
  }
  return commands;
}

function delimiterOf(command: string): string | undefined {
  const [, , quoted, bare] = heredoc.exec(command) ?? [];
  return quoted ?? bare;
}

/**
 * A copied command without its first prompt may have those of its other lines: `> ` at the start of a line, after one that cannot end there.
 * A single word that may be the name of a file is where output is redirected to.
 */
function withoutContinuations(lines: readonly string[], family: ShellFamily): readonly string[] {
  if (family === "cmd") return lines.map((line, index) => (lines[index - 1]?.endsWith("^") ? line.replace(/^More\? ?/, "") : line));
  if (family !== "posix" || lines.some((line) => heredoc.test(line))) return lines;
  return lines.map((line, index) => {
    if (hasOpenQuote(lines.slice(0, index).join("\n"))) return line;
    const above = lines[index - 1] ?? "";
    const isPrompt = /(?:\||&&)\s*\\?$/.test(above) || (above.endsWith("\\") && !redirectsToFile(line));
    return isPrompt ? line.replace(/^> +(?=\S)/, "") : line;
  });
}

function redirectsToFile(line: string): boolean {
  const [, file = ""] = /^> (\S+)(?: (?:2>&1|&))?$/.exec(line) ?? [];
  return /[./$]/.test(file);
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
