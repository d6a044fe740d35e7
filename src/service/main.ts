/** The command line of `npm run service`: starts a service, or manages the accounts of a team's. */

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2);
  switch (command) {
    case "keys":
      process.stdout.write(await (await import("./commands/manageKeys.ts")).manageKeys(rest));
      return;
    case "usage":
      process.stdout.write(await (await import("./commands/reportUsage.ts")).reportUsage(rest));
      return;
    default:
      await (await import("./commands/serve.ts")).serve(process.argv.slice(2));
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nTry --help.\n`);
  process.exitCode = 1;
});
