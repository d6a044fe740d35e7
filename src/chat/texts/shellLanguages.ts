/** Languages of code blocks that can be run in a terminal. */

export type ShellFamily = "posix" | "powershell" | "cmd";

const families: Record<ShellFamily, readonly string[]> = {
  posix: ["bash", "sh", "zsh", "fish", "shell", "console", "shell-session", "shellsession", "terminal"],
  powershell: ["powershell", "pwsh", "ps1"],
  cmd: ["bat", "batch", "cmd"],
};

/** undefined: not a shell's language. */
export function shellFamily(language: string): ShellFamily | undefined {
  const name = language.toLowerCase();
  return (["posix", "powershell", "cmd"] as const).find((family) => families[family].includes(name));
}
