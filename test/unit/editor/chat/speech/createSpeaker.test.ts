/** Spoken sentences: each is billed once. */
import { expect, onTestFinished, test } from "vitest";
import { abortedError } from "../../../../../src/client/http/pause.ts";
import type { ServiceClient } from "../../../../../src/client/serviceClient.ts";
import { createSpeaker } from "../../../../../src/editor/chat/speech/createSpeaker.ts";
import { openTasks } from "../../../../../src/generations/openTasks.ts";
import { allowed } from "../../../generations/allowed.ts";
import { baseUrl, type Script, scriptedClient } from "../../../generations/scriptedClient.ts";
import { temporaryFolder } from "../../../generations/temporaryFolder.ts";

const voice = { model: "flite", choices: { voice: "slt", format: "wav" }, allowance: await allowed() };
const wav = Buffer.from("RIFF\0\0\0\0WAVEfmt ", "latin1");
const never = new AbortController().signal;

async function open(script: Script = {}) {
  const client = scriptedClient({ poll: () => [wav], ...script });
  return { client, ...(await openWith(client)) };
}

async function openWith(client: ServiceClient) {
  const folder = await temporaryFolder();
  const tasks = await openTasks({ folder, client: async () => client });
  const speaker = createSpeaker({ service: async () => ({ baseUrl, start: tasks.start.bind(tasks) }), version: () => "v1" });
  onTestFinished(async () => {
    speaker.dispose();
    await tasks.close();
  });
  return { speaker };
}

test("a sentence that is read again, or twice at once, is sent once, unless another voice reads it", async () => {
  const { client, speaker } = await open();
  const [first, second] = await Promise.all([speaker.speak("A fox.", voice, never), speaker.speak("A fox.", voice, never)]);
  expect(first).toEqual({ bytes: wav, mediaType: "audio/wav" });
  expect(second).toBe(first);
  expect(await speaker.speak("A fox.", voice, never)).toBe(first);
  expect(client.posts).toBe(1);
  await speaker.speak("A fox.", { ...voice, choices: { ...voice.choices, voice: "rms" } }, never);
  expect(client.posts).toBe(2);
});

test("a sentence that was stopped after it was sent is available the next time", async () => {
  const sent = Promise.withResolvers<void>();
  const { client, speaker } = await open({
    submit: () => {
      sent.resolve();
      return "id";
    },
  });
  const stop = new AbortController();
  const first = speaker.speak("A fox.", voice, stop.signal);
  await sent.promise;
  stop.abort();
  expect(await speaker.speak("A fox.", voice, never)).toBe(await first);
  expect(client.posts).toBe(1);
});

test("a sentence that was stopped before it was sent is sent for another listener", async () => {
  // The first one waits because of the request limit.
  const [waiting, unsent] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
  let posts = 0;
  const client: ServiceClient = {
    ...scriptedClient({ poll: () => [wav] }),
    submitTask: async (_, options) => {
      posts += 1;
      if (posts > 1) return "id";
      options?.unsent?.addEventListener("abort", () => unsent.reject(abortedError()));
      waiting.resolve();
      return unsent.promise;
    },
  };
  const { speaker } = await openWith(client);
  const stop = new AbortController();
  const first = speaker.speak("A fox.", voice, stop.signal);
  await waiting.promise;
  const second = speaker.speak("A fox.", voice, never);
  stop.abort();
  await expect(first).rejects.toMatchObject({ kind: "aborted" });
  expect((await second).bytes).toEqual(wav);
  expect(posts).toBe(2);
});

test("a failed sentence is requested again", async () => {
  let isBroken = true;
  const { client, speaker } = await open({ poll: () => (isBroken ? "failed" : [wav]) });
  await expect(speaker.speak("A fox.", voice, never)).rejects.toMatchObject({ kind: "generationFailed" });
  isBroken = false;
  await speaker.speak("A fox.", voice, never);
  expect(client.posts).toBe(2);
});
