/** Spoken sentences: each is billed once. */
import { expect, onTestFinished, test } from "vitest";
import { ServiceError } from "../../../../../src/client/serviceError.ts";
import { createSpeaker } from "../../../../../src/editor/chat/speech/createSpeaker.ts";
import { generateUnsaved } from "../../../../../src/generations/sending/generateUnsaved.ts";
import { allowed } from "../../../generations/allowed.ts";
import { baseUrl, type Script, scriptedClient } from "../../../generations/scriptedClient.ts";

const voice = { model: "flite", choices: { voice: "slt", format: "wav" }, allowance: await allowed() };
const wav = Buffer.from("RIFF\0\0\0\0WAVEfmt ", "latin1");
const never = new AbortController().signal;

function open(script: Script = {}, version: "v1" | "v2" = "v1") {
  const client = scriptedClient({ poll: () => [wav], ...script });
  const speaker = createSpeaker({
    client: async () => ({ baseUrl, generateUnsaved: (request, options) => generateUnsaved(client, request, options) }),
    version: () => version,
  });
  onTestFinished(() => speaker.dispose());
  return { client, speaker };
}

test("a sentence that is read again, or twice at once, is sent once, unless another voice reads it", async () => {
  const { client, speaker } = open();
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
  const { client, speaker } = open({
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
  let posts = 0;
  const refused = Promise.withResolvers<void>();
  const { speaker } = open({
    submit: () => {
      posts += 1;
      if (posts > 1) return "id";
      refused.resolve();
      throw new ServiceError({ kind: "rateLimited", message: "Too many requests.", retryAfterMilliseconds: 10_000 });
    },
  });
  const stop = new AbortController();
  const first = speaker.speak("A fox.", voice, stop.signal);
  await refused.promise;
  const second = speaker.speak("A fox.", voice, never);
  stop.abort();
  await expect(first).rejects.toMatchObject({ kind: "aborted" });
  expect((await second).bytes).toEqual(wav);
  expect(posts).toBe(2);
});

test("a failed sentence is requested again", async () => {
  let isBroken = true;
  const { client, speaker } = open({ poll: () => (isBroken ? "failed" : [wav]) });
  await expect(speaker.speak("A fox.", voice, never)).rejects.toMatchObject({ kind: "generationFailed" });
  isBroken = false;
  await speaker.speak("A fox.", voice, never);
  expect(client.posts).toBe(2);
});
