/** Divides the request of a spoken dialogue into one request for each turn, with a voice for each speaker. */
import { cutText } from "../../contract/cutText.ts";
import { v2OptionName } from "../../contract/v2.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import { type DialogueTurn, parseDialogue } from "../../markup/dialogue/parseDialogue.ts";
import { promptOf } from "../newTask.ts";
import type { SpokenTurn } from "../spokenTurn.ts";

export interface Narration {
  turns: readonly SpokenTurn[];
  /** By speaker, for the next dialogue. */
  voices: Readonly<Record<string, string>>;
  /** The speakers for whom nobody has chosen a voice. */
  newSpeakers: readonly string[];
}

/** Characters of a chapter's title. */
const longestTitle = 60;

/**
 * undefined: the text is not a dialogue, or only one voice is known. `announced`: the voices of the model; if it announces none, the text may name
 * one for each speaker. `known`: voices of speakers that were chosen before.
 */
export function planTurns(
  request: TaskRequest,
  announced: readonly string[],
  known: Readonly<Record<string, string>> = {},
): Narration | undefined {
  if (request.kind !== "audio" || announced.length === 1) return undefined;
  const turns = parseDialogue(promptOf(request));
  if (turns === undefined) return undefined;
  const voices = announced.length === 0 ? namedVoices(turns) : announced;
  if (voices.length < 2) return undefined;
  const chosen = voiceOf(request);
  const isVoice = (name: string | undefined): name is string => name !== undefined && voices.includes(name);
  const named = turns.flatMap(({ speaker, remark }) => (isVoice(remark) ? [[speaker, remark] as const] : []));
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const given = { ...known, ...Object.fromEntries(named) };
  const assigned = assignVoices(speakers, voices, { chosen, known: given });
  return {
    turns: turns.map(({ speaker, text }) => ({
      title: titleOf(speaker, text),
      request: withTurn(request, text, assigned.get(speaker) ?? chosen),
    })),
    voices: Object.fromEntries([...assigned].filter(([speaker]) => speaker !== "")),
    newSpeakers: speakers.filter((speaker) => speaker !== "" && given[speaker] !== assigned.get(speaker)),
  };
}

/**
 * A voice for each speaker. `known`: those of speakers that have one. `chosen`: comes first, and is that of a text without a speaker. After the
 * last voice, the first one speaks again.
 */
export function assignVoices(
  speakers: readonly string[],
  voices: readonly string[],
  { chosen, known }: { chosen: string; known: Readonly<Record<string, string>> },
): Map<string, string> {
  const assigned = new Map(Object.entries(known).filter(([speaker, voice]) => speakers.includes(speaker) && voices.includes(voice)));
  const order = [...new Set([...(voices.includes(chosen) ? [chosen] : []), ...voices])];
  for (const speaker of speakers) {
    if (assigned.has(speaker)) continue;
    const uses = (voice: string) => [...assigned.values()].filter((one) => one === voice).length;
    const least = Math.min(...order.map(uses));
    const next = speaker === "" ? order[0] : order.find((voice) => uses(voice) === least);
    if (next !== undefined) assigned.set(speaker, next);
  }
  return assigned;
}

/** The remarks behind all speakers, which are then voices: a mood or a gesture is not behind each of them. */
function namedVoices(turns: readonly DialogueTurn[]): string[] {
  const named = new Map(turns.flatMap(({ speaker, remark }) => (remark === undefined ? [] : [[speaker, remark] as const])));
  return turns.every(({ speaker }) => speaker === "" || named.has(speaker)) ? [...new Set(named.values())] : [];
}

function titleOf(speaker: string, text: string): string {
  const [line = ""] = text.split("\n");
  const title = speaker === "" ? line : `${speaker}: ${line}`;
  return title.length <= longestTitle ? title : `${cutText(title, longestTitle - 1).trimEnd()}…`;
}

function voiceOf(request: TaskRequest): string {
  if (request.interface === "v1") return request.kind === "audio" ? request.body.voice : "";
  return String(Reflect.get(request.body.ai, v2OptionName("audio", "voice")) ?? "");
}

function withTurn(request: TaskRequest, text: string, voice: string): TaskRequest {
  if (request.interface === "v1") return request.kind === "audio" ? { ...request, body: { ...request.body, input: text, voice } } : request;
  const { ai, content } = request.body;
  const others = content.filter(({ type }) => type !== "input_text");
  return {
    ...request,
    body: { ...request.body, ai: { ...ai, [v2OptionName("audio", "voice")]: voice }, content: [{ type: "input_text", text }, ...others] },
  };
}
