/** Lets the user choose a voice for each speaker of a dialogue. The voices are remembered for the model in this workspace. */
import * as vscode from "vscode";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import { modelOf } from "../../generations/newTask.ts";
import { askSteps, type StepAnswer } from "../base/askSteps.ts";
import type { State } from "../base/state.ts";
import { knownVoices, type NarrationSource, planNarration } from "./planNarration.ts";

const { t } = vscode.l10n;

export interface SpeakerSource extends NarrationSource {
  state: NarrationSource["state"] & Pick<State, "rememberSpeakers">;
}

/** Asks only if a dialogue has a speaker whose voice is neither remembered nor named in the text. false: cancelled. */
export async function chooseNewSpeakers(source: SpeakerSource, requests: readonly TaskRequest[]): Promise<boolean> {
  for (const request of requests) {
    const narration = planNarration(source, request);
    if (narration === undefined || narration.newSpeakers.length === 0) continue;
    if (!(await chooseSpeakers(source, modelOf(request), narration.voices))) return false;
  }
  return true;
}

/** `voices`: by speaker. false: cancelled; then nothing is remembered. */
export async function chooseSpeakers(source: SpeakerSource, model: string, voices: Readonly<Record<string, string>>): Promise<boolean> {
  const chosen = new Map(Object.entries(voices));
  const purpose = t("Voices");
  const answers = (): StepAnswer[] => [
    { label: `$(check) ${t("Use These Voices")}`, value: "" },
    ...[...chosen].map(([speaker, voice]) => ({
      label: speaker,
      description: voice,
      again: async () => {
        const [voice] = (await askSteps(purpose, [voiceStep(source, model, speaker, chosen.get(speaker))])) ?? [];
        if (voice !== undefined) chosen.set(speaker, voice);
      },
    })),
  ];
  const step = {
    title: model,
    placeholder: t("Press Enter to use these voices, or choose a speaker to change one. They are remembered."),
    answers,
  };
  if ((await askSteps(purpose, [step])) === undefined) return false;
  await source.state.rememberSpeakers(model, Object.fromEntries(chosen));
  return true;
}

function voiceStep(source: SpeakerSource, model: string, speaker: string, active: string | undefined) {
  return {
    title: speaker,
    placeholder: t("Which voice speaks for {0}?", speaker),
    answers: () => knownVoices(source, model).map((voice) => ({ label: voice, value: voice })),
    ...(active === undefined ? {} : { active }),
  };
}
