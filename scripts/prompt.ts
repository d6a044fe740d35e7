/** `check FILES…` or `run FILE` in; diagnostics as `file:line:column`, or the result of the document's requests, and an exit code, out. */
import { parseArgs } from "node:util";
import { checkFiles } from "./prompt/checkFiles.ts";
import { runFile } from "./prompt/runFile.ts";

const help = `Usage: npm run prompt -- check FILES…
       npm run prompt -- run FILE [options]

check  prints what is wrong as file:line:column. A folder stands for every *.gen.md below it.
run    runs one prompt document: text goes to standard output, files to where \`output\` says.

  --base-url URL         the service; without it the built-in service is started for this run
                         (the key is read from GENERATION_STUDIO_API_KEY)
  --value NAME=TEXT      a value for {{selection}}, {{file}}, {{clipboard}} or {{date}}
  --answer QUESTION=TEXT the answer to {{input:QUESTION}}
  --help                 show this text

Exit code: 0 all is well, 1 there are errors or a generation failed, 2 the command line is wrong.
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "base-url": { type: "string" },
      value: { type: "string", multiple: true },
      answer: { type: "string", multiple: true },
      help: { type: "boolean" },
    },
  });
  const [command, ...files] = positionals;
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (command === "check" && files.length > 0) return checkFiles(files, (line) => console.log(line));
  const [file, another] = files;
  if (command !== "run" || file === undefined || another !== undefined) {
    process.stderr.write(help);
    return 2;
  }
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  return runFile(file, {
    baseUrl: values["base-url"],
    values: readPairs(values.value ?? []),
    answers: readPairs(values.answer ?? []),
    signal: controller.signal,
    write: (text) => process.stdout.write(text),
    tell: (line) => process.stderr.write(`${line}\n`),
  });
}

function readPairs(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new TypeError(`“${pair}” must have the form NAME=TEXT.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

process.exitCode = await main().catch((error: unknown) => {
  const isUsage = error instanceof TypeError;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return isUsage ? 2 : 1;
});
