/** A service for standard clients, whose engine does what the user's text says, and folders for the programs of one file of tests. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, type TestContext } from "vitest";
import { installPackage } from "../../../scripts/testing/installPackage.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { startTestService } from "../../service/testService.ts";
import { checkTable, type Row } from "./clientTable.ts";
import { openPlannedEngine } from "./plannedEngine.ts";

const mainProgram = path.join(import.meta.dirname, "../../../src/commandLine/main.ts");
export const model = "local/planner";

export interface Program {
  home: string;
  work: string;
  /** The MCP server of the program, as most clients are configured. */
  server: { command: string; args: string[]; env: Record<string, string> };
  /** Runs the program in `work`. Returns what it printed. */
  run(command: string, args: readonly string[], environment?: Record<string, string>): Promise<string>;
}

export async function openClientRun() {
  const engine = await openPlannedEngine();
  const providers = { local: { type: "openai-compatible", baseURL: `${engine.url}/v1` }, demo: { type: "demo" } };
  const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers })), superset: true });
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-clients-"));
  afterAll(async () => {
    engine.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const rows: Row[] = [];
  checkTable(rows);
  const countTurns = () =>
    engine.requests.filter(({ path: asked, json }) => asked === "/v1/chat/completions" && json.tools !== undefined).length;

  return {
    engine,
    service,
    baseURL: `${service.url}/api/v1`,
    /** Runs a client, for each of whose turns the engine must be asked once: no task is made twice. */
    async passes(
      [client, version, needs]: readonly [client: Row[0], version: string, needs: string],
      run: () => Promise<unknown>,
      turns = 3,
    ) {
      const before = countTurns();
      await run();
      expect(countTurns() - before).toBe(turns);
      rows.push([client, version, needs, `${turns} turns, a tool in ${turns - 1}`]);
    },
    addRow: (row: Row) => rows.push(row),
    async openProgram(name: string, settings: Readonly<Record<string, string>> = {}): Promise<Program> {
      const [home, work] = [path.join(folder, name, "home"), path.join(folder, name, "work")];
      await Promise.all([home, work].map((one) => mkdir(one, { recursive: true })));
      for (const [file, text] of Object.entries(settings)) {
        await mkdir(path.dirname(path.join(folder, name, file)), { recursive: true });
        await writeFile(path.join(folder, name, file), text);
      }
      const args = [mainProgram, "mcp", "--base-url", service.url, "--output", work, "--data", path.join(folder, name, "data")];
      return {
        home,
        work,
        server: { command: process.execPath, args, env: { GENERATION_STUDIO_API_KEY: service.key } },
        async run(command, given, environment = {}) {
          const env = { PATH: process.env.PATH, HOME: home, GENERATION_STUDIO_API_KEY: service.key, ...environment };
          const running = promisify(execFile)(command, given, { cwd: work, env, timeout: 120_000 });
          running.child.stdin?.end();
          const { stdout, stderr } = await running;
          return `${stdout}\n${stderr}`;
        },
      };
    },
  };
}

/** Installs a program, as `installPackage` does, or skips the test by name where that is not possible. Returns the folder of its packages. */
export async function installOrSkip(context: TestContext, name: string, version: string, beside?: readonly string[]): Promise<string> {
  try {
    return path.join(await installPackage(name, version, undefined, beside), "node_modules");
  } catch (error) {
    return context.skip(`${name} ${version} cannot be installed: ${error instanceof Error ? error.message : error}`);
  }
}
