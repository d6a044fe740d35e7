/** A service for standard clients, whose engine does what the user's text says, and folders for the programs of one file of tests. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, type TestContext } from "vitest";
import { installPackage } from "../../../scripts/testing/installPackage.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { mainProgram } from "../../service/mainProgram.ts";
import { readV2Status, startTestService } from "../../service/testService.ts";
import { checkTable, type Row } from "./clientTable.ts";
import { openPlannedEngine } from "./plannedEngine.ts";

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
  // A request costs one, because each has a token of either kind.
  const planner = { price: { input: 500_000, output: 500_000 } };
  const providers = {
    local: { type: "openai-compatible", baseURL: `${engine.url}/v1`, models: { planner } },
    demo: { type: "demo" },
  };
  const configuration = readConfiguration(JSON.stringify({ providers }));
  const service = await startTestService({ configuration, superset: true, balance: 1_000_000_000 });
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-clients-"));
  afterAll(async () => {
    engine.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const rows: Row[] = [];
  checkTable(rows);
  const requests = () => engine.requests.filter(({ path: asked }) => asked === "/v1/chat/completions");
  const countTurns = () => requests().filter(({ json }) => json.tools !== undefined).length;

  const make = async (type: string, model: string, text: string) =>
    readV2Status(await service.makeV2({ type, ai: { model }, content: [{ type: "input_text", text }] }));
  let reading = 0;
  /** The balance, which tasks of v2 report, without what these have cost. */
  async function readBalance(): Promise<number> {
    const { balance, contents } = await make("out_text", "demo/demo-text", "x");
    reading += contents.cost.amount;
    return balance.balance + reading;
  }

  /** `amount`: what the run may cost, once it has ended. */
  async function costs(run: () => Promise<unknown>, amount: () => number): Promise<void> {
    const before = await readBalance();
    await run();
    // What a program does not wait for, such as a title, may end after it.
    await expect.poll(async () => before - (await readBalance()) - amount(), { interval: 200 }).toBeCloseTo(0, 2);
  }

  return {
    engine,
    service,
    baseURL: `${service.url}/api/v1`,
    costs,
    /** What such an image costs. */
    costOfImage: async (prompt: string) => (await make("out_image", "demo/demo-image", prompt)).contents.cost.amount,
    /** Runs a client, for each of whose turns the engine must be asked once, and each request charged once. */
    async passes(
      [client, version, needs]: readonly [client: Row[0], version: string, needs: string],
      run: () => Promise<unknown>,
      turns = 3,
    ) {
      const [before, asked] = [countTurns(), requests().length];
      await costs(run, () => requests().length - asked);
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
export async function installOrSkip(
  context: TestContext,
  name: string,
  version: string,
  beside?: readonly string[],
  without?: readonly string[],
): Promise<string> {
  try {
    return path.join(await installPackage(name, version, undefined, beside, without), "node_modules");
  } catch (error) {
    return context.skip(`${name} ${version} cannot be installed: ${error instanceof Error ? error.message : error}`);
  }
}
