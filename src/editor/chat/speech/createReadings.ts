/** Serves a panel that reads an answer aloud: one sentence after another, as the panel requests them. */

import type { ChatInput, ChatReply } from "../../../chat/messages/chatProtocol.ts";
import type { ChatPush } from "../../../chat/messages/chatPush.ts";
import { ServiceError } from "../../../client/serviceError.ts";
import { report } from "../../base/report.ts";
import { askForAnswer } from "../../requests/budget.ts";
import type { ModelSource } from "../../requests/chooseModel.ts";
import { mayRun } from "../../requests/chooseRequestOptions.ts";
import { chooseSpeakers } from "../../requests/chooseSpeakers.ts";
import { recordRefused } from "../../requests/recordOutcome.ts";
import type { Studio } from "../../service/studio.ts";
import { chooseVoice } from "./chooseVoice.ts";
import type { AllowedVoice, Speaker } from "./createSpeaker.ts";
import { createDialogueVoices, type DialogueVoices } from "./dialogueVoices.ts";

export interface Readings {
  speak(sentence: ChatInput<"speak">): Promise<ChatReply<"speak">>;
  /** Cancels the sentences that were not sent yet. */
  stop(): void;
  /** Lets the user choose another voice, and continues reading the answer with it from the sentence at `index`. */
  chooseVoice(turnId: string, index?: number): Promise<void>;
}

interface Reading {
  id: number;
  stopped: AbortController;
  /** undefined: the user did not choose a voice, or does not want to be billed. */
  voice: Promise<AllowedVoice | undefined>;
  voices: DialogueVoices;
}

interface ReadingServices {
  readonly studio: ModelSource & Pick<Studio, "connection" | "models" | "tasks">;
  readonly speaker: Pick<Speaker, "speak">;
}

export function createReadings({ studio, speaker }: ReadingServices, post: (message: ChatPush) => void): Readings {
  let reading: Reading | undefined;
  /** The answer that was read last, also after its reading has ended, and the voices of its speakers. */
  let heard: { turnId: string; voices: DialogueVoices } | undefined;

  async function findVoice(): Promise<AllowedVoice | undefined> {
    const voice = await chooseVoice(studio);
    if (voice === undefined || !(await mayRun("audio", [voice.model], 1, false))) return undefined;
    const allowance = await askForAnswer(studio, async () => voice.model);
    return allowance && { ...voice, allowance };
  }

  function stop(): void {
    reading?.stopped.abort();
    reading = undefined;
  }

  function begin(id: number): Reading {
    stop();
    return { id, stopped: new AbortController(), voice: findVoice(), voices: createDialogueVoices(studio) };
  }

  async function chooseAnother(turnId: string, index = 0): Promise<void> {
    const voice = await chooseVoice(studio, true);
    if (voice === undefined) return;
    const voices = heard?.turnId === turnId ? heard.voices.all(voice) : {};
    if (Object.keys(voices).length > 0 && !(await chooseSpeakers(studio, voice.model, voices))) return;
    post({ type: "readAloud", turnId, index });
  }

  async function speak({ reading: id, turnId, index, text, speaker: name }: ChatInput<"speak">): Promise<ChatReply<"speak">> {
    if (reading?.id !== id) reading = begin(id);
    const { stopped, voice, voices } = reading;
    heard = { turnId, voices };
    const { signal } = stopped;
    let asked: AllowedVoice | undefined;
    try {
      const chosen = await voice;
      if (signal.aborted) return {};
      asked = chosen && (await voices.find(name, chosen));
      const recording = asked && (await speaker.speak(text, asked, signal));
      if (recording === undefined || signal.aborted) return {};
      return { recording: { data: Buffer.from(recording.bytes).toString("base64"), mediaType: recording.mediaType } };
    } catch (error) {
      if (asked !== undefined && error instanceof ServiceError)
        await recordRefused(studio.state, { kind: "audio", model: asked.model, choices: asked.choices }, error);
      if (signal.aborted) return {};
      const another = () => chooseAnother(turnId, index);
      void report(error, {
        retry: () => post({ type: "readAloud", turnId, index }),
        chooseModel: another,
        changeOptions: another,
      });
      return {};
    }
  }

  return { speak, stop, chooseVoice: chooseAnother };
}
