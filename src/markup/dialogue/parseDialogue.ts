/** Finds who says what in a text: `Anna: Hello.`, `**Anna:** Hello.`, `- Anna (laughs): Hello.`, `> Anna: …`, or a heading or a line for each speaker. */

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

interface Label {
  speaker: string;
  remark?: string;
  /** The rest of the line. */
  text: string;
}

/** What stands before a colon in notes, letters, lists of facts and logs. Numbers behind it are ignored. Lower case. */
const noSpeakers = new Set(
  `note|notes|warning|tip|hint|important|caution|danger|attention|info|error|warn|debug|trace|fatal|notice|critical|example|examples|todo|fixme|hack|see|see also
from|to|cc|bcc|subject|date|re|fwd|reply-to|sent|ps|p.s|p.p.s|name|title|author|authors|version|description|license|type|status|id|url|email|e-mail|phone|address
tags|keywords|category|price|total|summary|abstract|conclusion|introduction|result|results|input|output|usage|default|returns|return|throws|parameters|options|option|pros|cons
ingredients|instructions|steps|step|day|week|month|year|case|chapter|part|act|scene|figure|fig|table|section|phase|level|page|line|time|place|location|source|sources|goal|goals|task|problem|solution|cause|job|age|city|country|language|size|color|colour|weight|height|duration|start|end
hinweis|achtung|warnung|beispiel|tipp|wichtig|betreff|von|an|datum|titel|schritt|kapitel|ergebnis|remarque|attention|exemple|objet|de|à|date|titre|étape|chapitre|nota|aviso|ejemplo|importante|asunto|para|fecha|título|paso|capítulo|注意|備考|例|重要|件名|提示|警告|示例|主题|日期`
    .split(/[|\n]/)
    .map((word) => word.trim()),
);

const mostWords = 4;
const longestName = 40;
/** Words inside names that have a small letter. */
const particles = /^(?:of|the|and|von|van|der|den|de|di|da|del|della|du|la|le|el|al|bin|ibn|y|e|et|und)$/u;

/** A mark of a list, a quotation or a time in front of the name. */
const leading = /^\s*(?:>\s*)*(?:[-*+•–—]\s+(?=\S)|\d{1,3}[.)]\s+)?(?:[[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?[\])]?\s+(?:[-–—]\s+)?)?/u;
const name = String.raw`(?<name>[^:：*_()[\]]{1,60}?)\s*(?:[([](?<remark>[^)\]]{1,60})[)\]]\s*)?`;
/** `Name: …`. The colon of a time, an address or a path has no space behind it; a wide one needs none. */
const plain = new RegExp(`^${name}(?::(?=\\s|$)|：)(?<text>.*)$`, "su");
/** `**Name:** …` or `**Name**: …`. */
const marked = new RegExp(`^(?<mark>\\*\\*|__|\\*|_)${name}(?:[:：]\\k<mark>|\\k<mark>\\s*[:：])(?![*_])(?<text>.*)$`, "su");

/** undefined: it is not a dialogue, and is spoken as it is. */
export function parseDialogue(text: string): DialogueTurn[] | undefined {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  return fromLabels(lines) ?? fromNames(lines);
}

function readLabel(line: string): Label | undefined {
  const rest = line.replace(leading, "");
  const groups = (plain.exec(rest) ?? marked.exec(rest))?.groups;
  const speaker = groups?.name?.trim() ?? "";
  if (!isName(speaker)) return undefined;
  const remark = groups?.remark?.trim();
  return { speaker, text: groups?.text?.trim() ?? "", ...(remark && { remark }) };
}

function isName(name: string): boolean {
  if (name === "" || name.length > longestName) return false;
  const bare = name
    .toLowerCase()
    .replace(/\d{1,6}[.)]?$/u, "")
    .replace(/[\s#.]{1,3}$/u, "");
  if (noSpeakers.has(name.toLowerCase()) || noSpeakers.has(bare)) return false;
  const words = name.split(/\s+/u);
  if (words.length > mostWords || !/^[\p{Lu}\p{Lt}\p{Lo}]/u.test(name)) return false;
  return words.every((word) => particles.test(word) || /^(?:[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}\p{N}.'’‐-]*|\p{N}+)$/u.test(word));
}

/** Whether it reads like something said, and not like the value of a field. */
function isSaid(text: string): boolean {
  return /[.!?…。！？]["'»”’)\]*_]*$/u.test(text) || /[\u3040-\u30ff\u4e00-\u9fff]{4}/u.test(text) || text.split(/\s+/u).length > 3;
}

function fromLabels(lines: readonly string[]): DialogueTurn[] | undefined {
  const turns: DialogueTurn[] = [];
  for (const [index, line] of lines.entries()) {
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
function fromNames(lines: readonly string[]): DialogueTurn[] | undefined {
  const turns: DialogueTurn[] = [];
  let isStart = true;
  for (const [index, line] of lines.entries()) {
    const heading = /^ {0,3}#{1,6}\s(?<name>.*)$/u.exec(line)?.groups?.name?.trim();
    const alone = heading ?? (isStart && lines[index + 1] !== undefined ? line.trim() : "");
    const name = alone.replace(/^(\*\*|__)(.*)\1$/u, "$2");
    if (isName(name) && !/[.!?]$/u.test(name)) turns.push({ speaker: name, text: "", line: index, column: line.length });
    else append(turns, line, index);
    isStart = line.trim() === "";
  }
  const finished = finish(turns);
  const said = finished.filter(({ speaker }) => speaker !== "");
  const speakers = new Set(said.map(({ speaker }) => speaker));
  return speakers.size > 1 && speakers.size < said.length && said.every((turn) => isSaid(turn.text)) ? finished : undefined;
}

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
