/** Agents with their own workspaces, and a service for them, for the tests of one file. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { type Agent, type AgentOptions, startAgent } from "./agent.ts";
import { startTestService, type TestService } from "./testService.ts";

export interface AgentWorkspaces {
  service: TestService;
  /** The folder that contains all workspaces. */
  folder: string;
  /** A new folder with these files. */
  makeFolder(files?: Readonly<Record<string, string>>): string;
  /** An agent of the demo, with a workspace. */
  startDemoAgent(options: DemoAgentOptions): Promise<Agent & { root: string }>;
}

interface DemoAgentOptions extends Pick<AgentOptions, "onTestFinished" | "name" | "view"> {
  root?: string;
  data?: string;
  args?: readonly string[];
}

/** Removed after the file's tests. */
export async function openAgentWorkspaces(): Promise<AgentWorkspaces> {
  const service = await startTestService({ superset: true });
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "generation-studio-agents-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  let count = 0;
  const makeFolder = (files: Readonly<Record<string, string>> = {}): string => {
    count += 1;
    const made = path.join(folder, `folder-${count}`);
    mkdirSync(made);
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(made, name)), { recursive: true });
      writeFileSync(path.join(made, name), content);
    }
    return made;
  };
  return {
    service,
    folder,
    makeFolder,
    async startDemoAgent({ onTestFinished, root = makeFolder(), data = makeFolder(), args = [], name, view }) {
      const started = ["--base-url", service.url, "--data", data, "--default-model", "image=demo-image", ...args];
      const agent = await startAgent({
        onTestFinished,
        args: started,
        roots: [root],
        key: service.key,
        ...(name === undefined ? {} : { name }),
        ...(view === undefined ? {} : { view }),
      });
      return { ...agent, root };
    },
  };
}
