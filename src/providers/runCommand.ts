import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { fillWord } from "./commandWords.ts";
import { ProviderError } from "./providerError.ts";

export interface CommandOptions {
  /** The provider's name. */
  name: string;
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

/** Runs a program without a shell, as the leader of a process group that is killed when the task ends. */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  const { name, words, files = [], format, maximumBytes, signal } = options;
  signal?.throwIfAborted();
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
    const printed = await execute(program, args, { ...options, folder });
    const writesFile = words.some((word) => word.includes("{output}"));
    const bytes = writesFile ? await readFileUpTo(output, maximumBytes) : printed;
    if (bytes === undefined || bytes.byteLength === 0) throw commandError(name, "made no file");
    if (bytes.byteLength > maximumBytes) throw commandError(name, "made a file that is too large");
    return { bytes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface ExecuteOptions extends CommandOptions {
  folder: string;
}

function execute(program: string, args: readonly string[], options: ExecuteOptions): Promise<Uint8Array> {
  const { name, prompt, timeout, maximumBytes, folder, signal } = options;
  // A process group of its own, so that everything the program starts can be killed with it.
  const env = { ...inheritedEnvironment(), ...options.environment };
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ["pipe", "pipe", "ignore"] });
  const endGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // The group has already ended.
    }
  };
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (error: unknown) => {
      endGroup();
      reject(error);
    };
    const onAbort = () => stop(signal?.reason);
    const timer = setTimeout(
      () =>
        stop(new ProviderError({ code: "timeout", acceptance: "maybe", message: `${name} took longer than ${timeout / 1000} seconds.` })),
      timeout,
    );
    signal?.addEventListener("abort", onAbort, { once: true });
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maximumBytes) stop(commandError(name, "made a file that is too large"));
      else chunks.push(chunk);
    });
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(commandError(name, `cannot be started (${error.code ?? "unknown error"})`, "refused")),
    );
    child.once("close", (code, endedBy) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      // Processes that the program left running would outlive the task.
      endGroup();
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(commandError(name, `ended with ${code ?? endedBy ?? "an error"}`));
    });
    // A program may exit without reading all of its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(prompt);
  });
}

/** The only variables of the service that a program gets: the others contain passwords and keys. The last line is for Windows. */
const inherited = [
  ...["PATH", "HOME", "USER", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TZ", "TMPDIR"],
  ...["Path", "PATHEXT", "SystemRoot", "SystemDrive", "windir", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA"],
];

function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/** undefined: the file does not exist. Reads one byte more than the limit, to detect a larger file. */
async function readFileUpTo(file: string, maximumBytes: number): Promise<Uint8Array | undefined> {
  try {
    return await buffer(createReadStream(file, { end: maximumBytes }));
  } catch {
    return undefined;
  }
}

function commandError(name: string, what: string, acceptance: "refused" | "maybe" = "maybe"): ProviderError {
  return new ProviderError({ code: "api_error", acceptance, message: `The command of ${name} ${what}.` });
}
