/** The voices of the speakers of an answer that is read aloud. A speaker keeps the voice, also in other answers and in narrated dialogues. */
import type { LastChoices, State } from "../../base/state.ts";
import { type NarrationSource, voicesOfSpeakers } from "../../requests/planNarration.ts";

export interface VoiceSource extends NarrationSource {
  state: NarrationSource["state"] & Pick<State, "rememberSpeakers">;
}

export interface DialogueVoices {
  /** The chosen voice, or that of the speaker. */
  find<Chosen extends LastChoices>(speaker: string | undefined, chosen: Chosen): Promise<Chosen>;
  /** Of those who have spoken, by speaker. */
  all(chosen: LastChoices): Record<string, string>;
}

export function createDialogueVoices(source: VoiceSource): DialogueVoices {
  const speakers = new Set<string>();
  const all = ({ model, choices }: LastChoices) =>
    voicesOfSpeakers(source, { model, speakers: [...speakers], chosen: choices.voice ?? "" });
  return {
    async find(speaker, chosen) {
      if (speaker === undefined) return chosen;
      speakers.add(speaker);
      const voice = all(chosen)[speaker];
      if (voice === undefined) return chosen;
      await source.state.rememberSpeakers(chosen.model, { [speaker]: voice });
      return { ...chosen, choices: { ...chosen.choices, voice } };
    },
    all,
  };
}
