import { demoUnit } from "../../contract/amountSums.ts";
import { errorText } from "../../contract/errorText.ts";
import { terminalWriter } from "../../contract/hiddenCharacters.ts";
import { unitIn, unitVariable } from "../../contract/writeAmount.ts";
import { keyVariable } from "../../prompt/parse/keyVariable.ts";
import { describeUnknown } from "../describeUnknown.ts";
import { endingSignals, listExitCodes } from "./exitCodes.ts";
import { commands, type PromptCommandLine, readPromptCommandLine } from "./readCommandLine.ts";
import { nameDocument } from "./readDocument.ts";

interface StopSignal {
  signal: AbortSignal;
  /** Called when the run has ended. Returns the exit code of the signal that stopped it; undefined: none did. */
  end(): number | undefined;
}

/** The output of `--help`. */
export const promptHelp = (program: string) => `Usage: ${program} check FILES… [--base-url URL]
       ${program} run FILE [options]
       ${program} test FILES… [options]

check  prints each error as file:line:column. FILES are documents, folders (every *.gen.md below them),
       patterns such as "prompts/**/*.gen.md", or - for standard input.
run    runs one prompt document, or - for standard input. Text is written to standard output, files to the
       document's \`output\`. Ctrl+C stops waiting; a task that was sent continues, and its id is printed.
test   sends the documents' \`tests\` to their models and checks the answers.

  --base-url URL         the service; without it the built-in service is started for this run
                         (the key is read from ${keyVariable}); only with it, check also
                         checks models, and says which are or will be retired
  --value NAME=TEXT      a value for {{selection}}, {{file}}, {{clipboard}} or {{date}}
  --answer QUESTION=TEXT the answer to {{input:QUESTION}}
  --allow-outside        also send files outside the document's folder and the current folder
  --allow-secrets        also send files, values and answers that contain keys, tokens or passwords, as names or contents say
  --allow-local          also let the service fetch addresses of this machine and its network
  --models LIST          for test: these models, separated by commas, instead of those of the documents
  --cache DIR            for test: keep answers in DIR, and reuse them
  --max-cost N           for test: stop before the answers cost more than N, in the service's unit, which
                         ${unitVariable} names (default credits)
  --reporter NAME        for test: text (default), json or junit
  --output FILE          for test: write the report to FILE
  --compare FILE         for test: print a Markdown table of what has changed since the report FILE, which
                         --reporter json wrote
  -h, --help             show this text
  -v, --version          show the version

Exit code:
${listExitCodes()}`;

interface Streams {
  output: { write(text: string): unknown };
  errors: { write(text: string): unknown };
}

const ownStreams: Streams = { output: process.stdout, errors: process.stderr };

/**
 * Checks (`check FILES…`), runs (`run FILE`) or tests (`test FILES…`) prompt documents. `program`: the command by which it was called.
 * Returns the exit code.
 */
export async function runPrompt(program: string, args: readonly string[], streams: Streams = ownStreams): Promise<number> {
  const output = { write: terminalWriter((text) => streams.output.write(text)) };
  const errors = { write: terminalWriter((text) => streams.errors.write(text)) };
  const help = promptHelp(program);
  let line: PromptCommandLine;
  try {
    line = readPromptCommandLine(args);
  } catch (error) {
    errors.write(`${errorText(error)}\n\n${help}`);
    return 2;
  }
  if (line.help || line.command === "help") {
    output.write(help);
    return 0;
  }
  if (line.version) {
    output.write(`${(await import("../../mcp/version.ts")).version}\n`);
    return 0;
  }
  if (line.command !== undefined && !commands.includes(line.command)) {
    errors.write(`${describeUnknown("command", line.command, commands)}\n\n${help}`);
    return 2;
  }
  const [file] = line.files;
  if (line.command === "check" && file !== undefined) {
    return check(line, { output, errors });
  }
  if (file === undefined || line.command === undefined) {
    errors.write(help);
    return 2;
  }
  const stopping = stopOnSignals();
  const common = {
    baseUrl: line.baseUrl,
    values: line.values,
    answers: line.answers,
    allowed: line.allowed,
    unit: line.baseUrl === undefined ? demoUnit : unitIn(process.env),
    signal: stopping.signal,
    write: (text: string) => output.write(text),
    report: (text: string) => errors.write(`${text}\n`),
  };
  if (line.command === "test") {
    const { models, cacheFolder, maxCost, reporter, compare } = line;
    const { readEarlierResults } = await import("./compareResults.ts");
    const earlier = compare === undefined ? undefined : await readEarlierResults(compare).catch(errorText);
    if (typeof earlier === "string") {
      errors.write(`${earlier}\n`);
      return 2;
    }
    const { testFiles } = await import("./testFiles.ts");
    const code = await testFiles(line.files, { ...common, models, cacheFolder, maxCost, reporter, output: line.output, earlier });
    return stopping.end() ?? code;
  }
  const { identify } = await import("./checkDocuments.ts");
  if (new Set(line.files.map(identify)).size > 1) {
    errors.write(`\`run\` takes one document.\n\n${help}`);
    return 2;
  }
  const { runFile } = await import("./runFile.ts");
  const code = await runFile(nameDocument(file), common);
  return stopping.end() ?? code;
}

/** Without a service, models are not checked. A list of models that cannot be read is an error, as if it were a document's. */
async function check({ files, baseUrl }: PromptCommandLine, { output, errors }: Streams): Promise<number> {
  const report = (text: string) => errors.write(`${text}\n`);
  const list = async () => {
    const { listModelsOf } = await import("./listModels.ts");
    return listModelsOf({ baseUrl, report }).catch((error: unknown) => {
      report(`error: The service lists no models: ${errorText(error)}`);
      return undefined;
    });
  };
  const models = baseUrl === undefined ? undefined : await list();
  const { checkDocuments } = await import("./checkDocuments.ts");
  const code = await checkDocuments(files, (text) => output.write(`${text}\n`), models);
  return baseUrl !== undefined && models === undefined ? 1 : code;
}

/**
 * Stops a run at the first signal that ends programs, so that it can report and remove its temporary files. A second signal ends the
 * process at once.
 */
function stopOnSignals(): StopSignal {
  const controller = new AbortController();
  let code: number | undefined;
  const listeners = Object.entries(endingSignals).map(([name, its]) => {
    const stop = () => {
      code = its;
      removeListeners();
      controller.abort();
    };
    return [name, stop] as const;
  });
  const removeListeners = () => {
    for (const [name, stop] of listeners) process.off(name, stop);
  };
  for (const [name, stop] of listeners) process.on(name, stop);
  const end = () => {
    removeListeners();
    return code;
  };
  return { signal: controller.signal, end };
}
