import { forTerminal } from "../../contract/hiddenCharacters.ts";
import { doctorHelp, keysHelp, serveHelp, usageHelp } from "./help.ts";

/**
 * Starts a service, or manages the accounts of a team's service. `program`: the command by which it was called. Rejects with a message for
 * the user.
 */
export async function runService(program: string, args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  const isForHelp = args.includes("--help");
  switch (command) {
    case "keys":
      process.stdout.write(isForHelp ? keysHelp(program) : forTerminal(await (await import("./manageKeys.ts")).manageKeys(rest)));
      return;
    case "usage":
      process.stdout.write(isForHelp ? usageHelp(program) : forTerminal(await (await import("./reportUsage.ts")).reportUsage(rest)));
      return;
    default:
      if (isForHelp) process.stdout.write([serveHelp, keysHelp, usageHelp].map((help) => help(program)).join("\n"));
      else await (await import("./serve.ts")).serve(args);
  }
}

/** Resolves with the exit code: 1 if something would keep a service from working. */
export async function runDoctor(program: string, args: readonly string[]): Promise<number> {
  if (args.includes("--help")) {
    process.stdout.write(doctorHelp(program));
    return 0;
  }
  const { output, hasErrors } = await (await import("./doctor.ts")).diagnoseService(args, process.env);
  process.stdout.write(forTerminal(output));
  return hasErrors ? 1 : 0;
}
