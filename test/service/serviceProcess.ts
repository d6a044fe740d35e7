/** Starts `npm run service` as a separate process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { mainProgram } from "./mainProgram.ts";

export interface ServiceProcess {
  process: ChildProcess;
  url: string;
  key: string;
  /** Its standard error so far. */
  log(): string;
  /** Ends it; resolves with the exit code, or the signal. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

/** Resolves when the address is printed; rejects with its standard error if it exits before. Killed when the test ends. */
export async function startServiceProcess(...args: string[]): Promise<ServiceProcess> {
  return startServiceIn(process.env, ...args);
}

/** The same, with other environment variables. */
export async function startServiceIn(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [mainProgram, "service", "--port", "0", ...args], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const ended = once(child, "exit").then(([code, signal]): number | string => code ?? signal);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (/^url: .+\n/m.test(output)) resolve();
    });
    void ended.then((code) => reject(new Error(`The service ended with ${code}: ${log}`)));
  });
  return {
    process: child,
    url: /^url: (.+)$/m.exec(output)?.[1] ?? "",
    key: /^key: (.+)$/m.exec(output)?.[1] ?? "",
    log: () => log,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
