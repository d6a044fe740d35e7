/** Stores conversations, attachments and presets in a folder. */
import path from "node:path";
import { sumUsage } from "../chat/answerUsage.ts";
import { type Conversation, type ConversationSummary, conversationSchema, plainText } from "../chat/conversation.ts";
import { type InstructionPreset, presetSchema } from "../chat/instructionPreset.ts";
import { type ConversationHead, mergeConversation } from "../chat/mergeConversation.ts";
import { requestsOf, type Turn, turnSchema } from "../chat/turn.ts";
import { readCost } from "../contract/usage.ts";
import { DatabaseError } from "../sqlite/databaseError.ts";
import { type OpenedDatabase, openDatabase } from "../sqlite/openDatabase.ts";
import { transact } from "../sqlite/transact.ts";
import { type AnswerClaims, createAnswerClaims } from "./answerClaims.ts";
import { conversationDatabase } from "./conversationTables.ts";
import { createDrafts, type Drafts } from "./drafts.ts";
import { createConversationSearch } from "./searchConversations.ts";

export interface ConversationStore extends AnswerClaims, Drafts {
  /** Set when the database was damaged, and set aside. */
  readonly notice: string | undefined;
  load(id: string): Conversation | undefined;
  /** What is stored, and in it what this window changed and has not written; undefined where the conversation was deleted. */
  reload(mine: Conversation): Conversation | undefined;
  /** The newest first; with a query, those where a turn or the title holds all its words. */
  search(query: string): ConversationSummary[];
  newest(): string | undefined;
  /** The costs that were reported of requests since `time`, in Unix milliseconds; undefined: none was. */
  costSince(time: number): number | undefined;
  setPinned(id: string, isPinned: boolean): void;
  /** Whether the newest answer was not shown yet. */
  setUnread(id: string, isUnread: boolean): void;
  /** Writes everything but the turns; what another window changed since the last reading or writing stays. Writes nothing of a deleted one. */
  saveConversation(conversation: Conversation): void;
  /** Writes nothing where another window answers in this conversation, or has deleted the turn. */
  saveTurn(conversationId: string, turn: Turn): void;
  /** true: this window wrote the conversation once, or read it, and it is stored no more. */
  isDeleted(id: string): boolean;
  /** Whether this window may send a prompt that waits: false where another one has sent it, or thrown it away. It waits no more. */
  takeQueued(conversationId: string, promptId: string): boolean;
  /** Another number whenever another window has written something. */
  version(): number;
  removeTurns(conversationId: string, ids: Iterable<string>): void;
  /** Writes a whole conversation with the contents of its attachments, by their ids, at once, or nothing; one that was deleted is stored again. */
  saveAll(conversation: Conversation, attachments?: ReadonlyMap<string, Uint8Array>): void;
  remove(id: string): void;
  presets(): InstructionPreset[];
  savePreset(preset: InstructionPreset): void;
  removePreset(name: string): void;
  close(): void;
}

/** Milliseconds that a write waits for another window's. */
const busyMilliseconds = 5000;

/** @throws Error with a sentence for a person. */
async function openChatDatabase(file: string): Promise<OpenedDatabase> {
  try {
    // A power cut may cost the last second, which the service still knows; nothing that was paid for hangs on it.
    return await openDatabase(file, conversationDatabase, { synchronous: "NORMAL", busyMilliseconds });
  } catch (error) {
    throw error instanceof DatabaseError ? new Error(error.message, { cause: error }) : error;
  }
}

/** @throws Error with a sentence for a person. */
export async function openConversationStore(folder: string): Promise<ConversationStore> {
  const { database, owner, notice, close } = await openChatDatabase(path.join(folder, "conversations.db"));
  const claims = createAnswerClaims(database, owner);
  const readConversation = database.prepare("SELECT body FROM conversations WHERE id = ?");
  const readTurns = database.prepare("SELECT body FROM turns WHERE conversation = ? ORDER BY number");
  const writeConversation = database.prepare(
    "INSERT INTO conversations (id, updated, title, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, title = excluded.title, body = excluded.body",
  );
  const writeTurn = database.prepare(
    "INSERT INTO turns (id, conversation, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body RETURNING number",
  );
  const changeTurn = database.prepare("UPDATE turns SET body = ? WHERE id = ? RETURNING number");
  /** Turns that were stored when this window last saw them: one that is gone was deleted, and is not written anew. */
  const seen = new Set<string>();
  /** The heads of conversations as this window last read or wrote them. */
  const bases = new Map<string, ConversationHead>();
  const removeText = database.prepare("DELETE FROM turn_texts WHERE rowid = ?");
  const writeText = database.prepare("INSERT INTO turn_texts (rowid, text) VALUES (?, ?)");
  const removeTurn = database.prepare("DELETE FROM turns WHERE id = ? AND conversation = ?");
  const newest = database.prepare("SELECT id FROM conversations ORDER BY updated DESC LIMIT 1");

  const pin = database.prepare("UPDATE conversations SET pinned = ? WHERE id = ?");
  const markUnread = database.prepare("UPDATE conversations SET unread = ? WHERE id = ? AND unread <> ?");

  // Asked for with every answer: turns without a cost are not parsed.
  const turnsWithCost = database.prepare(
    `SELECT body FROM turns WHERE conversation IN (SELECT id FROM conversations WHERE updated >= ?) AND instr(body, '"cost"') > 0`,
  );

  const drafts = createDrafts(database);

  const inTransaction = <Result>(write: () => Result): Result => transact(database, write);

  function writeHead(head: ConversationHead): void {
    writeConversation.run(head.id, head.updatedAt, head.title, JSON.stringify({ ...head, turns: [] }));
  }

  function saveConversation(conversation: Conversation): void {
    const { turns: _, ...mine } = conversation;
    const stored = loadHead(conversation.id);
    const base = bases.get(conversation.id);
    if (base !== undefined && stored === undefined) return;
    writeHead(stored === undefined || base === undefined ? mine : mergeConversation(base, mine, stored));
    bases.set(conversation.id, structuredClone(mine));
  }

  function loadHead(id: string): ConversationHead | undefined {
    const body = readConversation.get(id)?.body;
    if (typeof body !== "string") return undefined;
    const read = conversationSchema.safeParse(parseJson(body));
    if (!read.success) return undefined;
    const { turns: _, ...head } = read.data;
    return head;
  }

  function loadTurns(id: string): Turn[] {
    const turns = readTurns.all(id).flatMap(({ body }) => readTurn(body) ?? []);
    for (const turn of turns) seen.add(turn.id);
    return turns;
  }

  function saveTurn(conversationId: string, turn: Turn): void {
    if (claims.isClaimedElsewhere(conversationId) || isDeleted(conversationId)) return;
    const body = JSON.stringify(turn);
    const number = (seen.has(turn.id) ? changeTurn.get(body, turn.id) : writeTurn.get(turn.id, conversationId, body))?.number;
    seen.add(turn.id);
    if (typeof number !== "number") return;
    removeText.run(number);
    writeText.run(number, plainText(turn));
  }

  /** The texts that are searched are no rows that can be recovered. */
  function indexRecovered(): void {
    inTransaction(() => {
      for (const { number, body } of database.prepare("SELECT number, body FROM turns").all()) {
        const turn = readTurn(body);
        if (turn !== undefined && typeof number === "number") writeText.run(number, plainText(turn));
      }
    });
  }

  function isDeleted(id: string): boolean {
    return bases.has(id) && readConversation.get(id) === undefined;
  }

  if (notice !== undefined) indexRecovered();

  return {
    ...claims,
    ...drafts,
    notice,
    load(id) {
      const head = loadHead(id);
      if (head === undefined) return undefined;
      bases.set(id, structuredClone(head));
      return { ...head, turns: loadTurns(id) };
    },
    reload(mine) {
      const stored = loadHead(mine.id);
      if (stored === undefined) return undefined;
      const { turns: _, ...held } = mine;
      const base = bases.get(mine.id) ?? held;
      // Which of several branches is shown, each window keeps as its own: the stored choice counts as not seen.
      bases.set(mine.id, structuredClone({ ...stored, chosen: base.chosen }));
      return { ...mergeConversation(base, held, stored), turns: loadTurns(mine.id) };
    },
    search: createConversationSearch(database, owner),
    costSince(time) {
      const turns = turnsWithCost.all(time).flatMap(({ body }) => readTurn(body) ?? []);
      const requests = turns.flatMap((turn) => (turn.role === "assistant" ? requestsOf(turn) : []));
      const usage = sumUsage(requests.filter(({ createdAt }) => createdAt >= time));
      return usage && readCost(usage);
    },
    setPinned: (id, isPinned) => void pin.run(Number(isPinned), id),
    setUnread: (id, isUnread) => void markUnread.run(Number(isUnread), id, Number(isUnread)),
    newest() {
      const id = newest.get()?.id;
      return typeof id === "string" ? id : undefined;
    },
    saveConversation: (conversation) => inTransaction(() => saveConversation(conversation)),
    isDeleted,
    takeQueued: (conversationId, promptId) =>
      inTransaction(() => {
        const isIn = (head: ConversationHead | undefined) => head?.queue.some(({ id }) => id === promptId) === true;
        const without = ({ queuePause, ...head }: ConversationHead): ConversationHead => {
          const queue = head.queue.filter(({ id }) => id !== promptId);
          return { ...head, queue, ...(queue.length === 0 || queuePause === undefined ? {} : { queuePause }) };
        };
        const base = bases.get(conversationId);
        const stored = loadHead(conversationId);
        if (base !== undefined) bases.set(conversationId, without(base));
        if (stored !== undefined && isIn(stored)) writeHead(without(stored));
        // What could not be written down, no other window has seen.
        return isIn(stored) || !isIn(base);
      }),
    version: () => Number(database.prepare("PRAGMA data_version").get()?.data_version),
    saveTurn: (conversationId, turn) => inTransaction(() => saveTurn(conversationId, turn)),
    removeTurns(conversationId, ids) {
      inTransaction(() => {
        for (const id of ids) removeTurn.run(id, conversationId);
      });
    },
    saveAll(conversation, attachments = new Map()) {
      inTransaction(() => {
        bases.delete(conversation.id);
        saveConversation(conversation);
        for (const turn of conversation.turns) {
          seen.delete(turn.id);
          saveTurn(conversation.id, turn);
        }
        for (const [id, content] of attachments) drafts.saveAttachment(id, conversation.id, content);
      });
    },
    remove(id) {
      // Deleting by cascade runs no trigger for the rows below: the turns go first.
      inTransaction(() => {
        database.prepare("DELETE FROM draft_attachments WHERE conversation = ?").run(id);
        database.prepare("DELETE FROM drafts WHERE conversation = ?").run(id);
        database.prepare("DELETE FROM turns WHERE conversation = ?").run(id);
        database.prepare("DELETE FROM conversations WHERE id = ?").run(id);
      });
    },
    presets: () =>
      database
        .prepare("SELECT name, text FROM presets ORDER BY name")
        .all()
        .flatMap((row) => presetSchema.safeParse(row).data ?? []),
    savePreset({ name, text }) {
      database.prepare("INSERT OR REPLACE INTO presets (name, text) VALUES (?, ?)").run(name, text);
    },
    removePreset(name) {
      database.prepare("DELETE FROM presets WHERE name = ?").run(name);
    },
    close,
  };
}

/** undefined: a turn that cannot be read, which is left out; the rest of the conversation is shown. */
function readTurn(body: unknown): Turn | undefined {
  return turnSchema.safeParse(parseJson(String(body))).data;
}

/** undefined: a damaged file left no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
