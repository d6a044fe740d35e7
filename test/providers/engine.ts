/** An engine that is closed when its test ends. */
import { onTestFinished } from "vitest";
import { type Answer, type Engine, openEngine } from "./engineServer.ts";
import type { TestSocket } from "./webSocket.ts";

export { type Answer, chunk, type Engine, finishChunk, type ReceivedRequest, sendEvents, sendJson, usageChunk } from "./engineServer.ts";

export async function startEngine(routes: Readonly<Record<string, Answer>>, onSocket?: (socket: TestSocket) => void): Promise<Engine> {
  const engine = await openEngine(routes, 0, onSocket);
  onTestFinished(() => engine.close());
  return engine;
}
