/** Joins a block of shell commands into one line that can be typed at a prompt without running. */
import { type ShellFamily, shellFamily } from "../../chat/shellLanguages.ts";

const comments: Record<ShellFamily, RegExp> = { posix: /^\s*#/, powershell: /^\s*#/, cmd: /^\s*(?:rem\b|::)/i };
const continuations: Record<ShellFamily, RegExp> = { posix: /\\\n\s*/g, powershell: /`\n\s*/g, cmd: /\^\n\s*/g };
/** Windows PowerShell has no `&&`. */
const joints: Record<ShellFamily, string> = { posix: " && ", powershell: "; ", cmd: " && " };

/** The prompt of a recorded session. */
const prompt = /^\s*\$ /;
/** Parts of a statement that spans several lines, and commands that cannot be joined with others. */
const compound =
  /^\s*(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|begin|end|switch|foreach|param|try|catch|[{}()\]])(?:[\s({;]|$)|<<|[&|({`\\^]\s*$|\b(?:then|do)\s*$/;

/** undefined: there is nothing to run, or the lines cannot be joined. */
export function terminalLine(code: string, language: string): string | undefined {
  const family = shellFamily(language) ?? "posix";
  const text = code.replaceAll("\r", "").replaceAll(continuations[family], " ");
  const lines = text.split("\n");
  const isSession = lines.some((line) => prompt.test(line));
  const commands = lines
    .filter((line) => line.trim() !== "" && (isSession ? prompt.test(line) : !comments[family].test(line)))
    .map((line) => printable(line.replace(isSession ? prompt : "", "")).trim());
  if (commands.length > 1 && commands.some((command) => compound.test(command) || hasOpenQuote(command))) return undefined;
  return commands.length === 0 ? undefined : commands.join(joints[family]);
}

/** A control character would act as a key press: Tab completes, others cancel or run. */
function printable(line: string): string {
  return line.replaceAll("\t", " ").replaceAll(/\p{Cc}/gu, "");
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
