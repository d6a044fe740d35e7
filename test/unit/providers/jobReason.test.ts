/** Why a job of an AI SDK package made nothing. */
import { expect, test } from "vitest";
import { withJobReasons } from "../../../src/providers/jobReason.ts";

const sent = (body: unknown) => withJobReasons(async () => Response.json(body))("https://example.com/");
const moderated = { id: "1", status: "Request Moderated", result: null, details: { "Moderation Reasons": ["Trademarks"] } };

// Sources: Luma's API, "Generation"; Black Forest Labs' API, "AsyncResponse"; the APIs of Replicate and Runway.
test.each<[name: string, body: unknown, reason: string]>([
  ["a job of Luma", JSON.parse('{"state":"failed","failure_reason":"It names a person."}'), "It names a person."],
  ["a refused prompt of Black Forest Labs", moderated, "Request Moderated: Trademarks"],
  ["a prediction of Replicate whose deadline passed", { id: "1", status: "aborted", error: null, output: null }, "aborted"],
  ["a refused image", { ...moderated, status: "Content Moderated", details: null }, "Content Moderated"],
  ["an expired job", { id: "1", status: "Task not found", result: null }, "Task not found"],
  ["a job of Replicate", { status: "failed", error: "NSFW content detected", output: null }, "NSFW content detected"],
  ["a job of Runway", JSON.parse('{"status":"FAILED","failure":"SAFETY","failureReason":"It is not safe."}'), "It is not safe."],
  ["a job that says no more", { status: "failed" }, ""],
  ["a job that works", { status: "Pending", result: null, progress: 0.5 }, ""],
  ["a finished job", { status: "Ready", result: { sample: "https://example.com/a.png", prompt: "Request Moderated" } }, ""],
  ["an answer without a state", { images: [], detail: "moderated" }, ""],
])("%s", async (_, body, reason) => {
  // The reason is thrown before a package reads the answer; other answers are passed on whole.
  if (reason === "") expect(await (await sent(body)).json()).toEqual(body);
  else await expect(sent(body)).rejects.toThrow(`it made nothing: ${reason}`);
});
