/** Reading aloud remembers a voice that the service refuses. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ChatPush } from "../../src/chat/messages/chatPush.ts";
import { ServiceError } from "../../src/client/serviceError.ts";
import { createState } from "../../src/editor/base/state.ts";
import { createReadings } from "../../src/editor/chat/speech/createReadings.ts";
import { createMemento } from "./memento.ts";
import { acceptSteps } from "./stepPicker.ts";

const model = "speaker-1";

/** `voices`: what the models announce, and what they speak with; undefined: nothing is announced, and every voice is refused. */
async function openReadings(voices?: string[]) {
  const state = createState(createMemento(), createMemento());
  await state.rememberVoice({ model, choices: { voice: "slt", format: "mp3" } });
  const asked: (string | undefined)[] = [];
  const posted: ChatPush[] = [];
  const capabilities = voices && { voice: voices };
  const found = (id: string) => ({ id, object: "model" as const, created: 0, owned_by: "", ...(capabilities && { capabilities }) });
  const readings = createReadings(
    {
      studio: {
        state,
        connection: () => Promise.reject(new Error("There is no budget.")),
        tasks: () => Promise.reject(new Error("There is no budget.")),
        isDemo: () => false,
        models: {
          list: async () => [found(model)],
          known: undefined,
          refresh: async () => [],
          find: (id) => (voices === undefined ? undefined : found(id)),
          ability: () => ({ can: "yes", because: "" }),
          onDidChange: new vscode.EventEmitter<void>().event,
        },
      },
      speaker: {
        speak: async (_, voice) => {
          asked.push(voice.choices.voice);
          if (voices?.includes(voice.choices.voice ?? "")) return { bytes: new Uint8Array([1]), mediaType: "audio/mpeg" };
          throw new ServiceError({ kind: "invalidRequest", param: "voice", message: "There is no such voice." });
        },
      },
    },
    (message) => posted.push(message),
  );
  return { state, readings, asked, posted };
}

describe("reading aloud", () => {
  it("remembers a voice that the service refuses, and asks the user for another one the next time", async () => {
    const { state, readings, asked } = await openReadings();
    await readings.speak({ reading: 1, turnId: "turn", index: 0, text: "Hello." });
    assert.deepEqual(state.refusedValues(model, "voice"), ["slt"]);
    assert.deepEqual(asked, ["slt"]);
    await acceptSteps(readings.speak({ reading: 2, turnId: "turn", index: 0, text: "Hello." }));
    assert.equal(asked.length, 2);
    assert.notEqual(asked[1], "slt");
    state.dispose();
  });

  it("has a voice for each speaker of a dialogue, which is remembered and can be changed", async () => {
    const { state, readings, asked, posted } = await openReadings(["rms", "slt"]);
    for (const [index, speaker] of ["Anna", "Ben", "Anna"].entries())
      await readings.speak({ reading: 1, turnId: "turn", index, text: "Hello.", speaker });
    assert.deepEqual(asked, ["slt", "rms", "slt"]);
    assert.deepEqual(state.speakers(model), { Anna: "slt", Ben: "rms" });
    // The model, the voice, and then the voices of the speakers.
    await acceptSteps(readings.chooseVoice("turn"));
    assert.deepEqual(state.speakers(model), { Anna: "slt", Ben: "rms" });
    assert.deepEqual(posted.at(-1), { type: "readAloud", turnId: "turn", index: 0 });
    state.dispose();
  });
});
