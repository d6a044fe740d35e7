/** Runs the command line for prompt documents in the process of the tests. */
import { runPrompt } from "../../src/commandLine/prompt/runPrompt.ts";

export interface Ended {
  status: number | null;
  output: string;
  errors: string;
}

export interface RunOptions {
  /** The service's key. */
  key: string;
  /** The current folder; default: the present one. Runs in different folders, or with different keys, are not possible at the same time. */
  folder?: string;
}

/** `args`: a command and its arguments, such as `["check", "a.gen.md"]`. */
export async function promptRun(args: readonly string[], { key, folder = process.cwd() }: RunOptions): Promise<Ended> {
  const ended = { output: "", errors: "" };
  const before = process.cwd();
  process.chdir(folder);
  process.env.GENERATION_STUDIO_API_KEY = key;
  process.env.NO_PROXY = "127.0.0.1";
  try {
    const status = await runPrompt("prompt", args, {
      output: { write: (text) => (ended.output += text) },
      errors: { write: (text) => (ended.errors += text) },
    });
    return { status, ...ended };
  } finally {
    process.chdir(before);
  }
}
