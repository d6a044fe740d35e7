/** Starts VS Code's server and workbench on 127.0.0.1. */
import path from "node:path";
import { type ProcessGroup, startGroup } from "../processGroup.ts";
import type { Profile } from "./profile.ts";
import type { ServerLocation } from "./serverLocation.ts";

export interface ServerOptions {
  server: ServerLocation;
  profile: Profile;
  /** "person": secrets survive a reload and notifications are shown. "tests": loads development extensions and their tests. */
  purpose: "person" | "tests";
  /** 0: any free port. */
  port?: number;
  environment?: NodeJS.ProcessEnv;
  /** true: folders are restricted until the user trusts them. Default false. */
  workspaceTrust?: boolean;
}

export interface RunningServer {
  /** `127.0.0.1:PORT`. */
  authority: string;
  /** All output of the server so far. */
  log(): string;
  readonly exited: Promise<number | null>;
  /** Id of the process that leads the server's group. */
  readonly pid: number | undefined;
  end(): Promise<void>;
}

/** The output with which each of the two entry points reports that it is listening. */
const listening = { person: /HTTP server listening on http:\/\/([\d.]+:\d+)/, tests: /Extension host agent listening on (\d+)/ };
const startLimit = 60_000;

/** @throws Error with the server's output when it exits, or does not listen within a minute. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const group = await startGroup(process.execPath, commandLine(options), {
    env: cleanEnvironment({ ...process.env, ...options.environment }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  const collect = (listener: () => void) => (text: string) => {
    log += text;
    listener();
  };
  try {
    const authority = await new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = listening[options.purpose].exec(log)?.[1];
        if (found !== undefined) resolve(found.includes(":") ? found : `127.0.0.1:${found}`);
      };
      group.process.stdout?.setEncoding("utf8").on("data", collect(look));
      group.process.stderr?.setEncoding("utf8").on("data", collect(look));
      void group.exited.then((code) => reject(new Error(`VS Code's server ended with ${code} before it listened.\n${log}`)));
      setTimeout(() => reject(new Error(`VS Code's server did not listen within ${startLimit / 1000} s.\n${log}`)), startLimit).unref();
    });
    return { authority, log: () => log, exited: group.exited, pid: group.process.pid, end: group.end };
  } catch (error) {
    await endQuietly(group);
    throw error;
  }
}

function commandLine({ server, profile, purpose, port = 0, workspaceTrust = false }: ServerOptions): string[] {
  const shared = [
    ...(workspaceTrust ? [] : ["--disable-workspace-trust"]),
    "--user-data-dir",
    profile.userDataFolder,
    "--extensions-dir",
    profile.extensionsFolder,
  ];
  switch (purpose) {
    case "person":
      return [
        ...[
          server.personEntry,
          "--auth",
          "none",
          "--bind-addr",
          `127.0.0.1:${port}`,
          "--config",
          path.join(profile.userDataFolder, "server.yaml"),
        ],
        ...["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override", "--ignore-last-opened"],
        ...shared,
      ];
    case "tests":
      return [
        ...[
          server.serverEntry,
          "--host",
          "127.0.0.1",
          "--port",
          String(port),
          "--without-connection-token",
          "--accept-server-license-terms",
        ],
        // Without the driver, the built workbench ignores the development extension in the address.
        ...["--enable-smoke-test-driver", "--telemetry-level", "off", "--server-data-dir", profile.userDataFolder],
        ...shared,
      ];
  }
}

/** A server started from a terminal in VS Code must not inherit that instance's variables. */
function cleanEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|ELECTRON_|CODE_SERVER_|VITEST|NODE_ENV$|NODE_OPTIONS$|npm_)/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.test(name)));
}

async function endQuietly(group: ProcessGroup): Promise<void> {
  await group.end().catch(() => undefined);
}
