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

describe("reading aloud", () => {
  it("remembers a voice that the service refuses, and asks the user for another one the next time", async () => {
    const state = createState(createMemento(), createMemento());
    await state.rememberVoice({ model, choices: { voice: "slt", format: "mp3" } });
    const asked: (string | undefined)[] = [];
    const posted: ChatPush[] = [];
    const readings = createReadings(
      {
        studio: {
          state,
          connection: () => Promise.reject(new Error("There is no budget.")),
          tasks: () => Promise.reject(new Error("There is no budget.")),
          isDemo: () => false,
          models: {
            list: async () => [{ id: model, capabilities: undefined }],
            known: undefined,
            refresh: async () => [],
            find: () => undefined,
            ability: () => ({ can: "yes", because: "" }),
            onDidChange: new vscode.EventEmitter<void>().event,
          },
        },
        speaker: {
          speak: async (_, voice) => {
            asked.push(voice.choices.voice);
            throw new ServiceError({ kind: "invalidRequest", param: "voice", message: "There is no such voice." });
          },
        },
      },
      (message) => posted.push(message),
    );
    await readings.speak({ reading: 1, turnId: "turn", index: 0, text: "Hello." });
    assert.deepEqual(state.refusedValues(model, "voice"), ["slt"]);
    assert.deepEqual(asked, ["slt"]);
    await acceptSteps(readings.speak({ reading: 2, turnId: "turn", index: 0, text: "Hello." }));
    assert.equal(asked.length, 2);
    assert.notEqual(asked[1], "slt");
    state.dispose();
  });
});
