/** The dialogue of the kill test. */
import { join } from "node:path";
import type { TaskRequest } from "../../src/contract/wireRequest.ts";
import { planTurns } from "../../src/generations/narration/planTurns.ts";
import type { SubmitOptions } from "../../src/generations/submitOptions.ts";

export const spoken = Array.from({ length: 8 }, (_, index) => `This is line ${index + 1} of the play.`);
const input = spoken.map((line, index) => `${index % 2 === 0 ? "Anna" : "Ben"}: ${line}`).join("\n");
const request: TaskRequest = { interface: "v1", kind: "audio", body: { model: "flite", input, voice: "slt", format: "wav" } };

export function narrationIn(folder: string, baseUrl: string): SubmitOptions {
  const { turns } = planTurns(request, ["slt", "rms"]) ?? {};
  return { baseUrl, request, target: { folder: join(folder, "out"), pattern: "{slug}" }, turns };
}
