/** Splits a rendered answer into sentences for reading aloud. In a dialogue, each has a speaker, and the names are not read. */
import { type DialogueTurn, parseDialogue } from "../../../markup/dialogue/parseDialogue.ts";

export interface Sentence {
  text: string;
  /** Absent: it is no dialogue, or nobody speaks yet. */
  speaker?: string;
  /** Location in the document. */
  range: Range;
}

/** Elements that are not read aloud: code, formulas, marks of sources and notes, buttons, reasoning. */
const skipped = "pre, .code-block, .formula, sup, button, input, svg, .reasoning, .sources, .visually-hidden, [aria-hidden='true']";
const blocks = "p, li, h1, h2, h3, h4, h5, h6, tr, blockquote, dt, dd, ul, ol, table, div, section";
/** UTF-16 code units: a shorter sentence is joined with the next one in its paragraph. */
const shortest = 24;
/** UTF-16 code units: a longer sentence is split at a space. */
const longest = 600;

/** The text of a paragraph, list item, heading or row, with its text nodes. */
interface Passage {
  text: string;
  nodes: { node: Text; start: number }[];
}

function collectPassages(root: Element): Passage[] {
  const passages: Passage[] = [];
  let passage: Passage = { text: "", nodes: [] };
  const end = () => {
    if (/[\p{L}\p{N}]/u.test(passage.text)) passages.push(passage);
    passage = { text: "", nodes: [] };
  };
  const visit = (node: Node) => {
    if (node instanceof Text) {
      passage.nodes.push({ node, start: passage.text.length });
      passage.text += node.data.replaceAll(/[^\S\n]/g, " ");
      return;
    }
    if (!(node instanceof Element) || node.matches(skipped)) return;
    const isBlock = node.matches(blocks);
    if (isBlock) end();
    // The cells of a row form one sentence.
    if (node.matches("td, th") && passage.text.trim() !== "") passage.text += ", ";
    if (node.localName === "br") passage.text += "\n";
    for (const child of node.childNodes) visit(child);
    if (isBlock) end();
  };
  visit(root);
  end();
  return passages;
}

/** The text node and offset of a character in the passage. */
function locate({ nodes }: Passage, at: number): [Text, number] | undefined {
  const found = nodes.findLast(({ start }) => start <= at);
  return found && [found.node, Math.min(at - found.start, found.node.length)];
}

function cutLong(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > longest) {
    const space = rest.lastIndexOf(" ", longest);
    const at = space > longest / 2 ? space + 1 : longest;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...pieces, rest];
}

function splitText(text: string, segmenter: Intl.Segmenter): string[] {
  const sentences: string[] = [];
  for (const piece of [...segmenter.segment(text)].flatMap(({ segment }) => cutLong(segment))) {
    const before = sentences.at(-1);
    if (before !== undefined && before.trim().length < shortest) sentences[sentences.length - 1] = before + piece;
    else sentences.push(piece);
  }
  return sentences;
}

/** A part of a passage, and who speaks it. */
interface Piece {
  passage: Passage;
  start: number;
  end: number;
  speaker?: string;
}

/** Somebody speaks twice: answers have lists whose points begin with a name and a colon, too. */
function findTurns(passages: readonly Passage[]): DialogueTurn[] {
  const turns = parseDialogue(passages.map(({ text }) => text).join("\n\n")) ?? [];
  const speakers = turns.flatMap(({ speaker }) => (speaker === "" ? [] : [speaker]));
  return new Set(speakers).size < speakers.length ? turns : [];
}

/** The parts that belong to one speaker each. A passage that is no dialogue is one part. */
function splitBySpeaker(passages: readonly Passage[]): Piece[] {
  const turns = findTurns(passages);
  let line = 0;
  let speaker = "";
  return passages.flatMap((passage) => {
    const pieces: Piece[] = [{ passage, start: 0, end: passage.text.length, ...(speaker && { speaker }) }];
    let start = 0;
    for (const text of passage.text.split("\n")) {
      const turn = turns.find((one) => one.line === line);
      const before = pieces.at(-1);
      if (turn !== undefined && before !== undefined) {
        before.end = start;
        speaker = turn.speaker;
        pieces.push({ passage, start: start + turn.column, end: passage.text.length, ...(speaker && { speaker }) });
      }
      start += text.length + 1;
      line += 1;
    }
    // The passages are joined with a blank line.
    line += 1;
    return pieces.filter(({ start, end }) => start < end);
  });
}

/** `language`: a BCP 47 tag, which has little influence on the result. */
export function findSentences(root: Element, language: string): Sentence[] {
  const segmenter = new Intl.Segmenter(language || "en", { granularity: "sentence" });
  return splitBySpeaker(collectPassages(root)).flatMap(({ passage, start: first, end, speaker }) => {
    let start = first;
    return splitText(passage.text.slice(first, end).replaceAll("\n", " "), segmenter).flatMap((text): Sentence[] => {
      const begin = start + (text.length - text.trimStart().length);
      const last = start + text.trimEnd().length - 1;
      start += text.length;
      const from = locate(passage, begin);
      const to = locate(passage, last);
      if (!/[\p{L}\p{N}]/u.test(text) || from === undefined || to === undefined) return [];
      const range = document.createRange();
      range.setStart(...from);
      range.setEnd(to[0], Math.min(to[1] + 1, to[0].length));
      return [{ text: text.trim().replaceAll(/ +/g, " ").replaceAll(" ,", ","), ...(speaker && { speaker }), range }];
    });
  });
}
