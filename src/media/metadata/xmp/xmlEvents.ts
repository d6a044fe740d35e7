/** Reads the tags and texts of an XML document, in order. Loads nothing, and replaces no entities that the document defines. */
import { decodeEntities } from "../../../contract/decodeEntities.ts";

export type XmlEvent =
  | { type: "open"; name: string; attributes: ReadonlyMap<string, string>; at: number }
  | { type: "close"; name: string; at: number }
  | { type: "text"; text: string };

const nameEnd = /[\s/>=]/g;
const spaces = /\s*/y;

/** Stops where the document is damaged. Takes linear time. */
export function* readXml(text: string): Generator<XmlEvent> {
  let offset = 0;
  while (offset < text.length) {
    const start = text.indexOf("<", offset);
    if (start !== offset) yield { type: "text", text: decodeEntities(text.slice(offset, start < 0 ? undefined : start)) };
    if (start < 0) return;
    const special = specials.find(({ begin }) => text.startsWith(begin, start));
    if (special !== undefined) {
      const end = text.indexOf(special.end, start + special.begin.length);
      if (end < 0) return;
      if (special.isText) yield { type: "text", text: text.slice(start + special.begin.length, end) };
      offset = end + special.end.length;
    } else if (text[start + 1] === "/") {
      const end = text.indexOf(">", start);
      if (end < 0) return;
      yield { type: "close", name: text.slice(start + 2, end).trim(), at: start };
      offset = end + 1;
    } else {
      const tag = readTag(text, start);
      if (tag === undefined) return;
      yield { type: "open", name: tag.name, attributes: tag.attributes, at: start };
      if (tag.isEmpty) yield { type: "close", name: tag.name, at: start };
      offset = tag.end;
    }
  }
}

const specials = [
  { begin: "<!--", end: "-->", isText: false },
  { begin: "<![CDATA[", end: "]]>", isText: true },
  { begin: "<?", end: "?>", isText: false },
  { begin: "<!", end: ">", isText: false },
];

function readTag(
  text: string,
  start: number,
): { name: string; attributes: Map<string, string>; isEmpty: boolean; end: number } | undefined {
  const attributes = new Map<string, string>();
  let offset = endOfName(text, start + 1);
  const name = text.slice(start + 1, offset);
  for (;;) {
    offset = skipSpaces(text, offset);
    if (text.startsWith("/>", offset)) return { name, attributes, isEmpty: true, end: offset + 2 };
    if (text[offset] === ">") return { name, attributes, isEmpty: false, end: offset + 1 };
    const from = offset;
    offset = endOfName(text, offset);
    const attribute = text.slice(from, offset);
    offset = skipSpaces(text, offset);
    if (attribute === "" || text[offset] !== "=") return undefined;
    offset = skipSpaces(text, offset + 1);
    const quote = text[offset];
    if (quote !== '"' && quote !== "'") return undefined;
    const end = text.indexOf(quote, offset + 1);
    if (end < 0) return undefined;
    attributes.set(attribute, decodeEntities(text.slice(offset + 1, end)));
    offset = end + 1;
  }
}

function endOfName(text: string, from: number): number {
  nameEnd.lastIndex = from;
  return nameEnd.exec(text)?.index ?? text.length;
}

function skipSpaces(text: string, from: number): number {
  spaces.lastIndex = from;
  spaces.exec(text);
  return spaces.lastIndex;
}

export function escapeXml(text: string): string {
  // Code points that XML does not allow, even as entities.
  const allowed = text.toWellFormed().replace(/[^\t\n\r\u{20}-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
  return allowed.replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
