/** The demo under clients that ask for more than it should do. */
import { expect, onTestFinished, test } from "vitest";
import { startTestService } from "./testService.ts";

const service = await startTestService({ tokensPerSecond: 2 });
const line = Buffer.from("lorem ipsum ".repeat(87_000)).toString("base64");

/** Asks about a file of one line and 1 MB, and reads until the answer has begun. Returns a function that leaves. */
async function ask(): Promise<() => void> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const content = [
    { type: "input_text", text: "Summarize this file" },
    { type: "input_file", filename: "a.txt", file_data: `data:text/plain;base64,${line}` },
  ];
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: service.headers,
    body: JSON.stringify({ model: "demo-text", input: [{ role: "user", content }], stream: true }),
    signal: leaving.signal,
  });
  const reader = answer.body?.getReader();
  for (let text = ""; !text.includes("output_text.delta"); ) text += Buffer.from((await reader?.read())?.value ?? []).toString();
  return () => leaving.abort();
}

test("texts under way do not delay images and audio, and end when their clients leave", async () => {
  const leave = await Promise.all(Array.from({ length: 4 }, ask));
  const image = await service.make("images", { model: "demo-image", prompt: "x", size: "512" });
  const audio = await service.make("audios", { model: "flite", input: "Hi", voice: "slt", format: "wav" });
  expect([image.body.status, audio.body.status]).toEqual(["completed", "completed"]);
  for (const stop of leave) stop();
  (await ask())();
});
