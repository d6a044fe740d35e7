#!/usr/bin/env node
/** The command line: `service`, `doctor`, `prompt` and `mcp`. */
import { errorText } from "../contract/errorText.ts";
import { forTerminal } from "../contract/hiddenCharacters.ts";
import { freeEarly } from "./freeEarly.ts";
import { oldestNode, runsOn } from "./nodeVersion.ts";

const help = `Usage: generation-studio COMMAND …

  service   starts a generation service, or manages the accounts of a team's
  prompt    checks, runs or tests prompt documents
  doctor    checks the database, the files, the providers and the limits of a service
  mcp       gives agents tools that generate, on standard input and output or over HTTP

  help      shows this text, or that of a command: help COMMAND

  --version shows the version

Each command takes --help.
`;

/** The command that messages suggest: a script of this repository, or the installed program. */
const programOf = (command: string) => (import.meta.url.endsWith(".ts") ? `npm run ${command} --` : `generation-studio ${command}`);

/** Resolves with the exit code. Rejects with an error message for the user. */
async function main([command, ...args]: readonly string[]): Promise<number> {
  const { node } = process.versions;
  if (!runsOn(node)) throw new Error(`This needs Node ${oldestNode} or newer, and is run by Node ${node}.`);
  switch (command) {
    case "service":
      freeEarly();
      await (await import("../service/commands/runService.ts")).runService(programOf(command), args);
      return 0;
    case "prompt":
      return (await import("./prompt/runPrompt.ts")).runPrompt(programOf(command), args);
    case "doctor":
      return (await import("../service/commands/runService.ts")).runDoctor(programOf(command), args);
    case "mcp":
      return (await import("./mcp/runMcp.ts")).runMcp(programOf(command), args);
    case "help":
      if (args[0] !== undefined && args[0] !== "help") return main([args[0], "--help"]);
      process.stdout.write(help);
      return 0;
    case "-h":
    case "--help":
      process.stdout.write(help);
      return 0;
    case "-v":
    case "--version":
      process.stdout.write(`${(await import("../mcp/version.ts")).version}\n`);
      return 0;
    case undefined:
      process.stderr.write(help);
      return 2;
    default: {
      const { describeUnknown } = await import("./describeUnknown.ts");
      process.stderr.write(
        forTerminal(`${describeUnknown("command", command, ["service", "prompt", "doctor", "mcp", "help"])}\n\n${help}`),
      );
      return 2;
    }
  }
}

// Standard output and error may be closed early, e.g. by `head`: files are still saved, and the exit code does not change. If a disk is
// full, what was printed is lost.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  process.stderr.write(`Standard output could not be written: ${error.message}\n`);
  process.exitCode = process.exitCode || 1;
});
process.stderr.on("error", () => undefined);
const code = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(forTerminal(`${errorText(error)}\nTry --help.\n`));
  return 1;
});
process.exitCode = code || process.exitCode || 0;
