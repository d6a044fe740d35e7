/** Measures the MCP server as npm installs it: its start, the overhead of a call, and the size of an answer. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Bench } from "./bench.ts";
import { builtProgram } from "./builtProgram.ts";
import { connectAgent, measureTranscript, type TranscriptCost } from "./mcpTranscript.ts";
import { median } from "./measuredProcess.ts";

const starts = 7;
const calls = 50;

/** Milliseconds from the start of the process to its answer to the first request, and the same for a program that answers immediately. */
async function measureStart(args: readonly string[], folder: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const milliseconds = performance.now() - began;
  child.stdin.end();
  await ended;
  return milliseconds;
}

interface Measurement {
  start: number;
  bareStart: number;
  overhead: number;
  characters: number;
  transcript: TranscriptCost;
}

async function measure(): Promise<Measurement> {
  const folder = await mkdtemp(path.join(tmpdir(), "mcp-bench-"));
  try {
    const args = [await builtProgram(), "mcp", "--data", path.join(folder, "data")];
    const bare = ["-e", 'process.stdin.once("data", () => console.log("{}"))'];
    const [own, other]: [number[], number[]] = [[], []];
    for (let count = 0; count < starts; count += 1) {
      other.push(await measureStart(bare, folder));
      own.push(await measureStart(args, folder));
    }
    const transcript = await measureTranscript([...args, "--default-model", "image=demo-image"], folder);
    return { start: median(own), bareStart: median(other), transcript, ...(await measureCalls(args, folder)) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureCalls(args: string[], folder: string): Promise<{ overhead: number; characters: number }> {
  const client = await connectAgent(args, folder);
  try {
    const image = await client.callTool({ name: "generate_image", arguments: { prompt: "A heron ".repeat(200), size: "512" } });
    // A call that reads the journal passes through all layers without a request to the service.
    const times: number[] = [];
    for (let count = 0; count < calls; count += 1) {
      const began = performance.now();
      await client.callTool({ name: "find_results", arguments: {} });
      times.push(performance.now() - began);
    }
    return { overhead: median(times), characters: JSON.stringify(image).length };
  } finally {
    await client.close();
  }
}

const benches: Bench[] = [
  {
    names: ["mcp-start-ms", "mcp-start-bare-ms", "mcp-call-overhead-ms", "mcp-image-tokens", "mcp-agent-calls", "mcp-agent-tokens"],
    async run() {
      const { start, bareStart, overhead, characters, transcript } = await measure();
      return [
        { name: "mcp-start-ms", value: start, unit: "ms" },
        { name: "mcp-start-bare-ms", value: bareStart, unit: "ms" },
        { name: "mcp-call-overhead-ms", value: overhead, unit: "ms" },
        { name: "mcp-image-tokens", value: characters, unit: "characters" },
        { name: "mcp-agent-calls", value: transcript.calls, unit: "calls" },
        { name: "mcp-agent-tokens", value: transcript.tokens, unit: "tokens" },
      ];
    },
  },
];
export default benches;
