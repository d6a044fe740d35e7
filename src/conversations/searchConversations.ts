/** Full-text search over all conversations. */
import { type ConversationSummary, firstLine, titleFrom } from "../chat/conversation/conversation.ts";
import { foldText } from "../contract/foldText.ts";
import { readSearch, type SearchTerms } from "../sqlite/searchTerms.ts";
import type { SharedDatabase } from "../sqlite/sharedDatabase.ts";

/** Maximum number of rows in a list. */
const listLimit = 200;

/** The first line of the first message or, if the title already shows that, of the reply. */
function lineOf({ title, opening, reply }: Record<string, unknown>): string {
  const text = typeof opening === "string" ? opening : "";
  return firstLine(titleFrom(text) === title && typeof reply === "string" ? reply : text);
}

function toSummary(row: Record<string, unknown>, isAlive: (owner: string) => boolean): ConversationSummary {
  const excerpt = typeof row.excerpt === "string" && row.excerpt !== "" ? { excerpt: row.excerpt.replace(/\s+/g, " ") } : {};
  const { id, title, updated, turns, draft, pinned, unread, owner, model } = row;
  const line = lineOf(row);
  return {
    id: String(id),
    title: String(title),
    updatedAt: Number(updated),
    turns: Number(turns),
    ...(draft === 1 ? { draft: true } : {}),
    ...(pinned === 1 ? { pinned: true } : {}),
    ...(unread === 1 ? { unread: true } : {}),
    ...(typeof owner === "string" && isAlive(owner) ? { answering: true } : {}),
    ...(typeof model === "string" && model !== "" ? { model } : {}),
    ...(line === "" ? {} : { firstLine: line }),
    ...excerpt,
  };
}

export function createConversationSearch({ database, owner }: SharedDatabase): (typed: string) => ConversationSummary[] {
  const textOf = (position: number) => `(SELECT substr(text, 1, 400) FROM turn_texts WHERE rowid =
    (SELECT number FROM turns WHERE conversation = c.id ORDER BY number LIMIT 1 OFFSET ${position}))`;
  const columns = `c.id, c.title, c.updated, c.pinned, c.unread, ${textOf(0)} AS opening, ${textOf(1)} AS reply,
    CASE WHEN json_valid(c.body) THEN json_extract(c.body, '$.settings.model') END AS model,
    (SELECT owner FROM answering WHERE conversation = c.id) AS owner, (SELECT count(*) FROM turns WHERE conversation = c.id) AS turns,
    EXISTS (SELECT 1 FROM drafts WHERE conversation = c.id) AS draft`;
  const list = `SELECT ${columns} FROM conversations c ORDER BY c.pinned DESC, c.updated DESC LIMIT ${listLimit}`;

  function find({ match, parts, words }: SearchTerms): Record<string, unknown>[] {
    const inText = [
      ...(match === undefined ? [] : ["turn_texts MATCH :match"]),
      ...parts.map((_, index) => `instr(fold(text), :part${index}) > 0`),
    ];
    const inTitle = words.map((_, index) => `instr(fold(c.title), :word${index}) > 0`);
    const excerpt =
      match === undefined ? "substr(text, max(1, instr(fold(text), :part0) - 24), 80)" : "snippet(turn_texts, 0, '', '', '…', 12)";
    const matching = `FROM turn_texts JOIN turns t ON t.number = turn_texts.rowid WHERE ${inText.join(" AND ")}`;
    return database.all(
      `SELECT ${columns}, (SELECT ${excerpt} ${matching} AND t.conversation = c.id LIMIT 1) AS excerpt
         FROM conversations c
         WHERE c.id IN (SELECT t.conversation ${matching}) OR (${inTitle.join(" AND ")})
         ORDER BY c.pinned DESC, c.updated DESC LIMIT ${listLimit}`,
      {
        ...(match === undefined ? {} : { match }),
        ...Object.fromEntries(parts.map((part, index) => [`part${index}`, part])),
        ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
      },
    );
  }

  /** Conversations with only a draft. */
  const unsent = `SELECT conversation AS id, text, updated,
       (SELECT json_extract(body, '$.name') FROM draft_attachments a WHERE a.conversation = d.conversation ORDER BY number LIMIT 1) AS attached
     FROM drafts d WHERE conversation NOT IN (SELECT id FROM conversations) ORDER BY updated DESC LIMIT ${listLimit}`;

  function findUnsent(words: readonly string[]): ConversationSummary[] {
    return database.all(unsent).flatMap(({ id, text, updated, attached }) => {
      const title = titleFrom(String(text)) || String(attached ?? "");
      const searched = foldText(`${text} ${attached ?? ""}`);
      if (!words.every((word) => searched.includes(word))) return [];
      return [{ id: String(id), title, updatedAt: Number(updated), turns: 0, draft: true }];
    });
  }

  return (typed) => {
    const terms = readSearch(typed);
    const found = (terms === undefined ? database.all(list) : find(terms)).map((row) => toSummary(row, (id) => owner.isAlive(id)));
    return [...findUnsent(terms?.words ?? []), ...found].toSorted((one, other) => other.updatedAt - one.updatedAt);
  };
}
