/** The voices of a dialogue that is read aloud. */
import { expect, test } from "vitest";
import { createDialogueVoices } from "../../../../../src/editor/chat/speech/dialogueVoices.ts";

function voicesOf(announced: string[] | undefined, before: Record<string, string> = {}) {
  const speakers = { ...before };
  const model = { id: "m", object: "model" as const, created: 0, owned_by: "x", ...(announced && { capabilities: { voice: announced } }) };
  const source = {
    state: {
      refusedValues: () => [],
      workedValues: () => [],
      speakers: () => speakers,
      rememberSpeakers: async (_: string, voices: Readonly<Record<string, string>>) => void Object.assign(speakers, voices),
    },
    models: { find: () => model },
  };
  const chosen = { model: "m", choices: { voice: "two", format: "mp3" } };
  const voices = createDialogueVoices(source);
  return { voices, chosen, speakers, say: async (name?: string) => (await voices.find(name, chosen)).choices.voice };
}

test("each speaker has a voice, beginning with the chosen one, and keeps it", async () => {
  const { say, speakers, voices, chosen } = voicesOf(["one", "two", "three"], { Cleo: "one", Somebody: "three" });
  expect([await say(), await say("Anna"), await say("Ben"), await say("Cleo"), await say("Anna")]).toEqual([
    "two",
    "two",
    "one",
    "one",
    "two",
  ]);
  expect(speakers).toEqual({ Somebody: "three", Anna: "two", Ben: "one", Cleo: "one" });
  expect(voices.all(chosen)).toEqual({ Anna: "two", Ben: "one", Cleo: "one" });
  expect((await voices.find("Ben", chosen)).choices.format).toBe("mp3");
});

test.each([[["one"]], [undefined]])("a model whose other voices are not known speaks with the chosen one: %j", async (announced) => {
  const { say, speakers, voices, chosen } = voicesOf(announced);
  expect([await say("Anna"), await say("Ben")]).toEqual(["two", "two"]);
  expect([speakers, voices.all(chosen)]).toEqual([{}, {}]);
});
