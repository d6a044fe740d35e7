import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, createReadStream } from "node:fs";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../providerError.ts";
import { fillWord } from "./commandWords.ts";
import { inheritedEnvironment } from "./inheritedEnvironment.ts";
import { addToEnd, lastLines } from "./lastLines.ts";

export interface CommandOptions {
  /** The program and its arguments, with `{name}` for a value and `{output}` for the file to write. */
  words: readonly string[];
  values: Readonly<Record<string, string>>;
  /** Files of the request: the value of each is its path. `format`: its extension. */
  files?: readonly { name: string; format: string; bytes: Uint8Array }[];
  /** Variables in addition to `inherited`. */
  environment: Readonly<Record<string, string>>;
  /** The file's extension. */
  format: string;
  /** Written to standard input. */
  prompt: string;
  signal: AbortSignal | undefined;
  /** Milliseconds. */
  timeout: number;
  maximumBytes: number;
}

export interface CommandResult {
  bytes: Uint8Array;
}

/** Milliseconds for the rest of standard error after the program has ended: what it left running may keep it open. */
const drainTime = 1_000;

/** Runs a program without a shell, as the leader of a process group that is killed when the task ends. */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  const { words, files = [], format, maximumBytes } = options;
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-command-"));
  const output = path.join(folder, `output.${format}`);
  try {
    const values: Record<string, string> = { ...options.values, output };
    for (const file of files) {
      const input = path.join(folder, `${file.name}.${file.format}`);
      await writeFile(input, file.bytes);
      values[file.name] = input;
    }
    const [program = "", ...args] = words.map((word) => fillWord(word, values));
    const writesFile = words.some((word) => word.includes("{output}"));
    const { printed, said } = await execute(program, args, { ...options, folder, writesFile });
    const bytes = writesFile ? await readFileUpTo(output, maximumBytes) : printed;
    if (bytes === undefined || bytes.byteLength === 0) throw new CommandError("made no file", { said: await said() });
    if (bytes.byteLength > maximumBytes) throw new CommandError("made a file that is too large");
    return { bytes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface ExecuteOptions extends CommandOptions {
  folder: string;
  writesFile: boolean;
}

interface Ended {
  printed: Uint8Array;
  /** The last lines that are not part of the result. */
  said: () => Promise<string>;
}

function start(program: string, args: readonly string[], { folder, environment }: ExecuteOptions) {
  const env = { ...inheritedEnvironment(), ...environment };
  try {
    // A process group of its own, so that everything the program starts can be killed with it.
    return spawn(program, args, { cwd: folder, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  } catch (error) {
    throw cannotStart(program, error);
  }
}

async function execute(program: string, args: readonly string[], options: ExecuteOptions): Promise<Ended> {
  const { prompt, timeout, maximumBytes, signal, writesFile, folder } = options;
  signal?.throwIfAborted();
  const child = start(program, args, options);
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // The group has already ended.
    }
  };
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
  const chunks: Buffer[] = [];
  let [size, errors] = [0, Buffer.alloc(0)];
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > maximumBytes) stop(new CommandError("made a file that is too large"));
    else chunks.push(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors = addToEnd(errors, chunk);
  });
  const errorsEnd = new Promise((resolve) => child.stderr.once("close", resolve));
  const saidNow = () => {
    // Some programs log to standard output.
    const text = lastLines(errors) || (writesFile ? lastLines(Buffer.concat(chunks)) : "");
    return text.replaceAll(`${folder}${path.sep}`, "").replaceAll(homedir(), "~");
  };
  const said = async () => {
    await Promise.race([errorsEnd, sleep(drainTime, undefined, { ref: false })]);
    return saidNow();
  };
  const timer = setTimeout(
    () => stop(new CommandError(`took longer than ${timeout / 1000} seconds`, { said: saidNow(), code: "timeout" })),
    timeout,
  );
  const onAbort = () => stop(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  // A program may exit without reading all of its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(prompt);
  try {
    const ended = Promise.all([once(child, "exit"), once(child.stdout, "close")]).catch((error: unknown) => {
      throw cannotStart(program, error);
    });
    const [[code, endedBy]] = await Promise.race([stopped, ended]);
    if (code === 0) return { printed: Buffer.concat(chunks), said };
    endGroup();
    throw new CommandError(endedBy === null ? `ended with ${code}` : `was ended by ${endedBy}`, { said: await said() });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    // Processes that the program left running would outlive the task.
    endGroup();
  }
}

/** Throws a CommandError if a program cannot be run. `program`: a path, or a name to look for in the folders of PATH. */
export async function requireProgram(program: string): Promise<void> {
  // Windows also finds other endings.
  if (process.platform === "win32" || program.includes("{")) return;
  const folders = program.includes("/") ? [""] : (process.env.PATH ?? "").split(path.delimiter);
  const errors = await Promise.all(
    folders.map((folder) => access(path.resolve(folder, program), constants.X_OK).catch((error: unknown) => error)),
  );
  if (errors.every((error) => error !== undefined)) throw cannotStart(program, errors[0]);
}

function cannotStart(program: string, error: unknown): CommandError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: `there is no program ${program}`,
    EACCES: `${program} is not a program that may be run`,
    E2BIG: "its arguments are too long",
  };
  return new CommandError(`cannot be started (${code})`, { said: reasons[code] ?? "", acceptance: "refused" });
}

/** undefined: the file does not exist. Reads one byte more than the limit, to detect a larger file. */
async function readFileUpTo(file: string, maximumBytes: number): Promise<Uint8Array | undefined> {
  try {
    return await buffer(createReadStream(file, { end: maximumBytes }));
  } catch {
    return undefined;
  }
}
