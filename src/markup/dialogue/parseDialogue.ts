/**
 * Finds who says what in a text: `Anna: Hello.` and its other forms (`speakerLabel.ts`), or a heading or a line for each speaker; also in captions and
 * in transcripts of meetings and messengers.
 */
import { readLabel, readNameAlone } from "./speakerLabel.ts";

export interface DialogueTurn {
  /** Empty: a text before the first speaker. */
  speaker: string;
  text: string;
  /** What is in parentheses behind the name, such as a mood or a voice. */
  remark?: string;
  /** Where the text begins; both count from 0, the column in UTF-16 code units. */
  line: number;
  column: number;
}

/** undefined: it is not a dialogue, and is spoken as it is. */
export function parseDialogue(text: string): DialogueTurn[] | undefined {
  const lines = withoutCues(text.split(/\r\n|\r|\n/u).map((line, index) => ({ line, index })));
  return fromLabels(lines) ?? fromNames(lines);
}

type Lines = readonly { line: string; index: number }[];

const timing = /^\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s+-->\s+(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}(?:\s|$)/u;

/** The lines of captions without their times, numbers, comments and styles. Sources: W3C WebVTT, 4.1; SubRip has the same form with a comma. */
function withoutCues(lines: Lines): Lines {
  if (!lines.some(({ line }) => timing.test(line))) return lines;
  let isSkipped = false;
  return lines.filter(({ line, index }) => {
    const isFirst = (lines[index - 1]?.line ?? "").trim() === "";
    if (line.trim() === "") isSkipped = false;
    else if (isFirst && /^\ufeff?(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/u.test(line)) isSkipped = true;
    const isCue = timing.test(line) || (isFirst && timing.test(lines[index + 1]?.line ?? ""));
    return !isSkipped && !isCue && line.trim() !== "";
  });
}

const endsSentence = /[\p{STerm}\p{Extended_Pictographic}…]\ufe0f?["'»”’」』)\]*_]*$/u;
const withoutSpaces = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{4}/u;

/** Whether it reads like something said, and not like the value of a field. */
function isSaid(text: string): boolean {
  return endsSentence.test(text) || withoutSpaces.test(text) || text.split(/\s+/u).length > 3;
}

function fromLabels(lines: Lines): DialogueTurn[] | undefined {
  const turns: DialogueTurn[] = [];
  for (const { line, index } of lines) {
    const label = readLabel(line);
    if (label !== undefined) turns.push({ ...label, line: index, column: line.trimEnd().length - label.text.length });
    else append(turns, line, index);
  }
  const finished = finish(turns);
  const said = finished.filter(({ speaker }) => speaker !== "");
  const speakers = new Set(said.map(({ speaker }) => speaker));
  if (said.length < 2) return undefined;
  // Facts such as `Port: 8080` are short and each has its own name.
  const readsAsSaid = said.filter((turn) => isSaid(turn.text)).length;
  const isRepeated = speakers.size < said.length;
  return (isRepeated ? readsAsSaid * 2 >= said.length : readsAsSaid === said.length) ? finished : undefined;
}

/** A heading, or a line of its own, for each speaker, of whom one speaks twice: otherwise these are the headings of a text. */
function fromNames(lines: Lines): DialogueTurn[] | undefined {
  const turns: DialogueTurn[] = [];
  let isStart = true;
  // In a screenplay, a blank line ends what is said. Source: Fountain 1.1, "Dialogue".
  let isScreenplay = false;
  for (const [at, { line, index }] of lines.entries()) {
    const next = lines[at + 1]?.line;
    const heading = /^ {0,3}#{1,6}\s(?<name>.*)$/u.exec(line)?.groups?.name;
    const own = readNameAlone(heading ?? line);
    if (own !== undefined && next !== undefined && (heading !== undefined || own.hasTime || isStart)) {
      const { hasTime, ...label } = own;
      turns.push({ ...label, text: "", line: index, column: line.length });
      isScreenplay = !hasTime && heading === undefined && next.trim() !== "" && isInCapitals(label.speaker);
    } else if (isStart && isScreenplay && line.trim() !== "" && turns.at(-1)?.text.trim() !== "") {
      turns.push({ speaker: "", text: line, line: index, column: 0 });
      isScreenplay = false;
    } else if (turns.at(-1)?.text === "" && /^\s*\([^()]*\)\s*$/u.test(line)) {
      // A direction for the actor.
    } else append(turns, line, index);
    isStart = line.trim() === "";
  }
  const finished = finish(turns);
  const said = finished.filter(({ speaker }) => speaker !== "");
  const speakers = new Set(said.map(({ speaker }) => speaker));
  return speakers.size > 1 && speakers.size < said.length && said.every((turn) => isSaid(turn.text)) ? finished : undefined;
}

const isInCapitals = (name: string) => name === name.toUpperCase() && name !== name.toLowerCase();

function append(turns: DialogueTurn[], quoted: string, index: number): void {
  const line = quoted.replace(/^\s*>(?:\s|$)/, "");
  const last = turns.at(-1);
  if (last !== undefined) last.text += `\n${line}`;
  else if (line.trim() !== "") turns.push({ speaker: "", text: line, line: index, column: 0 });
}

/** Turns of marks alone have nothing to say. */
function finish(turns: readonly DialogueTurn[]): DialogueTurn[] {
  return turns
    .map((turn) => ({ ...turn, text: turn.text.replace(/\n{3,}/g, "\n\n").trim() }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}
