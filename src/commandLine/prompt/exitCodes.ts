/** The exit codes of `generation-studio prompt`. Source of those from 128: POSIX shells, 128 and the number of the signal. */
const exitCodes = [
  [0, "success"],
  [1, "a document has errors, or a generation or a test failed"],
  [2, "the command line is invalid"],
  [129, "ended by SIGHUP: the terminal was closed"],
  [130, "ended by SIGINT: Ctrl+C"],
  [143, "ended by SIGTERM"],
] as const;

type ExitCode = (typeof exitCodes)[number][0];

/** The signals that end a run, which then reports what it has, with their exit codes. */
export const endingSignals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const satisfies Partial<Record<NodeJS.Signals, ExitCode>>;

/** The table for `--help`. */
export function listExitCodes(): string {
  return exitCodes.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}\n`).join("");
}

/** @internal */
export { exitCodes };
