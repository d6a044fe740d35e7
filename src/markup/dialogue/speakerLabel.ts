/** Reads who speaks in a line: `Anna: Hello.`, `**Anna** (laughs): …`, `- [00:12] Anna: …`, `<v Anna>…`, and a line with a name alone. */

export interface Label {
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

/** Roles in transcripts of chats, which are often written small. */
const roles: ReadonlySet<string> = new Set(["user", "assistant", "human", "ai", "bot", "narrator", "guest", "interviewer", "customer"]);

/** What a column of names is called in tables. */
const speakerColumns =
  /^(?:speakers?|characters?|who|roles?|voices?|sprecher(?:in)?|figur|rolle|wer|personnage|locuteur|qui|rôle|personaje|hablante|quién|rol|話者|登場人物|说话人|角色)$/iu;

export const isSpeakerColumn = (title: string) => speakerColumns.test(title);

const mostWords = 4;
const longestName = 40;
/** Characters in front of the colon, with its marks, remark and time. */
const longestLabel = 120;
/** Words inside names that have a small letter, and `&`. */
const particles = /^(?:of|the|and|von|van|der|den|de|di|da|del|della|du|la|le|el|al|bin|ibn|y|e|et|und|&)$/u;

/** Marks of a text's direction, which messengers write in front of names, and of its encoding. */
const direction = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g;
const space = String.raw`[\s\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]{0,40}`;
const clock = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?:\s?[AaPp]\.?[Mm]\.?)?`;
const day = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+|(?:Today|Yesterday)(?:,| at)?\s+)`;
const moment = String.raw`${day}?${clock}(?:\s?(?:-->|[-–—])\s?${clock})?`;
const inTime = String.raw`\\?[[(]?${moment}\\?[\])]?`;
/** A mark of a list, a quotation, a line block or a time in front of the name. */
const leading = new RegExp(
  String.raw`^${space}(?:>${space}){0,9}(?:(?:[-*+•–—]\s+(?:\[[ xX]\]\s+)?(?=\S)|\d{1,3}[.)]\s+|\|\s+)${space})?(?<time>(?:\*\*${inTime}\*\*|${inTime})\s+(?:[-–—]\s+)?)?${space}`,
  "u",
);
const timeInMarks = new RegExp(String.raw`^${inTime}\s+`, "u");
const timeBehind = new RegExp(String.raw`(?<!\s)\s+(?:[-–—]\s*)?[[(]?${moment}[\])]?$`, "u");
const onlyTime = new RegExp(`^${moment}$`, "u");
/** The colon of a time, an address or a path has no space behind it; a wide one needs none, and one in front of the end of a mark. */
const colons = /：|:(?=\s|$|[*_]{1,3})/gu;
const emoji = String.raw`(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI}|\ufe0f|\u200d|\s)`;
const anEmoji = new RegExp(`^${emoji}$`, "u");
/** Of WebVTT. Source: W3C WebVTT, 4.2.2, "voice span". */
const voiceSpan = /^<v(?:\.[\w.-]{1,40})?\s([^<>]{1,60})>(.*)$/su;
/** Of logs of chats. */
const nickname = /^<[@+%&~]?([^<>\s]{1,30})>\s(.*)$/su;

export function readLabel(line: string): Label | undefined {
  const start = leading.exec(line);
  const hasTime = start?.groups?.time !== undefined;
  const rest = line.slice(start?.[0].length);
  const [, voice, said = ""] = voiceSpan.exec(rest) ?? [];
  if (voice !== undefined) return { speaker: voice.trim(), text: said.replaceAll(/<\/?[a-z][^<>]*>/g, "").trim() };
  const [, nick, typed = ""] = (hasTime && nickname.exec(rest)) || [];
  if (nick !== undefined) return { speaker: nick, text: typed.trim() };
  for (const { index } of rest.slice(0, longestLabel).matchAll(colons)) {
    const own = readName(rest.slice(0, index), hasTime);
    if (own === undefined) continue;
    const { openMark, ...label } = own;
    const behind = rest.slice(index + 1);
    if (openMark === "" ? /^[*_]+(?=\S)/u.test(behind) : !behind.startsWith(openMark)) return undefined;
    return { ...label, text: behind.slice(openMark.length).trim() };
  }
  return undefined;
}

/** A line with a name alone, as in screenplays, perhaps with a remark, or with the time as in transcripts. */
export function readNameAlone(line: string): (Omit<Label, "text"> & { hasTime: boolean }) | undefined {
  if (line.length > longestLabel) return undefined;
  const start = leading.exec(line);
  const rest = line.slice(start?.[0].length).trimEnd().replace(/\^$/u, "").trimEnd();
  const name = rest.replace(timeBehind, "");
  const own = /[.!?:：]$/u.test(rest) ? undefined : readName(name, false);
  if (own === undefined || own.openMark !== "") return undefined;
  const { openMark: _, ...label } = own;
  // Plans have a time of the day in front of each point.
  return { ...label, hasTime: /[[(]|:\d{2}:/u.test(start?.groups?.time ?? "") || name !== rest };
}

/** `openMark`: the emphasis that ends behind the colon. */
function readName(written: string, hasTime: boolean): (Omit<Label, "text"> & { openMark: string }) | undefined {
  let rest = written.replaceAll(direction, "").trim();
  let openMark = /^(?:\*{1,3}|_{1,3})/u.exec(rest)?.[0] ?? "";
  rest = rest.slice(openMark.length);
  const end = openMark === "" ? -1 : rest.indexOf(openMark);
  if (end >= 0) {
    rest = rest.slice(0, end) + rest.slice(end + openMark.length);
    openMark = "";
  }
  rest = rest.replace(timeInMarks, "");
  // Zoom's saved chats.
  if (hasTime) rest = rest.replace(/^From\s+/u, "").replace(/(?<!\s)\s+to\s[^:]{0,120}$/iu, "");
  const { name, remark } = splitRemark(rest);
  const bare = withoutEmoji(inBrackets(name) ?? name);
  const speaker = bare.replace(/^@(?=\p{L})/u, "");
  if (!isName(speaker) && !(speaker !== bare && /^[\p{L}\p{N}_.-]{1,40}$/u.test(speaker))) return undefined;
  return { speaker, openMark, ...(remark !== undefined && { remark }) };
}

/** A remark in parentheses or brackets behind the name. A time is none. */
function splitRemark(text: string): { name: string; remark?: string } {
  const open = /[)\]]$/u.test(text) ? Math.max(text.lastIndexOf("("), text.lastIndexOf("[")) : -1;
  const remark = text.slice(open + 1, -1).trim();
  if (open <= 0 || remark === "") return { name: text };
  return { name: text.slice(0, open).trim(), ...(onlyTime.test(remark) ? {} : { remark }) };
}

const inBrackets = (text: string) =>
  /^(?:\[([^[\]]+)\]|【([^【】]+)】)$/u
    .exec(text)
    ?.slice(1)
    .find((one) => one !== undefined);

/** Without the emoji beside it. */
function withoutEmoji(name: string): string {
  const characters = [...name];
  const from = characters.findIndex((one) => !anEmoji.test(one));
  const to = characters.findLastIndex((one) => !anEmoji.test(one));
  return from < 0 ? "" : characters.slice(from, to + 1).join("");
}

function isName(name: string): boolean {
  if (name === "" || name.length > longestName) return false;
  if (roles.has(name)) return true;
  const bare = name
    .toLowerCase()
    .replace(/\d{1,6}[.)]?$/u, "")
    .replace(/[\s#.]{1,3}$/u, "");
  if (noSpeakers.has(name.toLowerCase()) || noSpeakers.has(bare)) return false;
  const words = name.split(/\s+/u);
  if (words.length > mostWords || !/^[\p{Lu}\p{Lt}\p{Lo}]/u.test(name)) return false;
  return words.every((word) => particles.test(word) || /^(?:[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}\p{N}.'’‐_/-]*|#?\p{N}+)$/u.test(word));
}
