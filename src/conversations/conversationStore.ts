/** Stores conversations, attachments and presets in a folder. */
import path from "node:path";
import { sumUsage } from "../chat/answerUsage.ts";
import { type Conversation, type ConversationSummary, conversationSchema, plainText } from "../chat/conversation.ts";
import { type InstructionPreset, presetSchema } from "../chat/instructionPreset.ts";
import { type ConversationHead, mergeConversation } from "../chat/mergeConversation.ts";
import { requestsOf, type Turn, turnSchema } from "../chat/turn.ts";
import { readCost } from "../contract/usage.ts";
import { DatabaseError, isLocked } from "../sqlite/databaseError.ts";
import { prepareSearch } from "../sqlite/searchTerms.ts";
import { SharedDatabase } from "../sqlite/sharedDatabase.ts";
import { type AnswerClaims, createAnswerClaims } from "./answerClaims.ts";
import { conversationDatabase } from "./conversationTables.ts";
import { createDrafts, type Drafts, writeAttachment } from "./drafts.ts";
import { createConversationSearch } from "./searchConversations.ts";

/**
 * What cannot be written at once, because another process has locked the database, waits and is written in order: a promise resolves when it is
 * written. What a person waits for is not written after ten seconds: its promise rejects with DatabaseError `busy`.
 */
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
  setPinned(id: string, isPinned: boolean): Promise<void>;
  /** Whether the newest answer was not shown yet. */
  setUnread(id: string, isUnread: boolean): Promise<void>;
  /** Writes everything but the turns; what another window changed since the last reading or writing stays. Writes nothing of a deleted one. */
  saveConversation(conversation: Conversation): Promise<void>;
  /** Writes nothing where another window answers in this conversation, or has deleted the turn. */
  saveTurn(conversationId: string, turn: Turn): Promise<void>;
  /** true: this window wrote the conversation once, or read it, and it is stored no more. */
  isDeleted(id: string): boolean;
  /**
   * Whether this window may send a prompt that waits: false where it has taken it already, or another one has sent it, or thrown it away. It
   * waits no more. Rejects where that is not certain: it waits on, and must not be sent.
   */
  takeQueued(conversationId: string, promptId: string, signal?: AbortSignal): Promise<boolean>;
  /** Another number whenever another window has written something. */
  version(): number;
  removeTurns(conversationId: string, ids: Iterable<string>): Promise<void>;
  /** Writes a whole conversation with the contents of its attachments, by their ids, at once, or nothing; one that was deleted is stored again. */
  saveAll(conversation: Conversation, attachments?: ReadonlyMap<string, Uint8Array>): Promise<void>;
  remove(id: string): Promise<void>;
  presets(): InstructionPreset[];
  savePreset(preset: InstructionPreset): Promise<void>;
  removePreset(name: string): Promise<void>;
  /** Resolves when everything is written, or another process has held the lock for long. */
  close(): Promise<void>;
}

/** @throws Error with a sentence for a person. */
async function openChatDatabase(file: string): Promise<SharedDatabase> {
  try {
    // A power cut may cost the last second, which the service still knows; nothing that was paid for hangs on it.
    return await SharedDatabase.open(file, conversationDatabase, { synchronous: "NORMAL", prepare: prepareSearch });
  } catch (error) {
    throw error instanceof DatabaseError ? new Error(error.message, { cause: error }) : error;
  }
}

/** @throws Error with a sentence for a person. */
export async function openConversationStore(folder: string): Promise<ConversationStore> {
  const shared = await openChatDatabase(path.join(folder, "conversations.db"));
  const { database, notice } = shared;
  const claims = createAnswerClaims(shared);
  const drafts = createDrafts(shared);
  const writeTurn =
    "INSERT INTO turns (id, conversation, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body RETURNING number";
  const changeTurn = "UPDATE turns SET body = ? WHERE id = ? RETURNING number";
  // Asked for with every answer: turns without a cost are not parsed.
  const turnsWithCost = `SELECT body FROM turns WHERE conversation IN (SELECT id FROM conversations WHERE updated >= ?) AND instr(body, '"cost"') > 0`;
  /** Turns that were stored when this window last saw them: one that is gone was deleted, and is not written anew. */
  const seen = new Set<string>();
  /** The heads of conversations as this window last read or wrote them. */
  const bases = new Map<string, ConversationHead>();
  /** Prompts that this window took from a queue. */
  const taken = new Set<string>();

  /** Waits as long as it takes. */
  async function write(work: () => unknown): Promise<void> {
    await shared.write(work);
  }

  /** For what a person waits for. */
  async function writeSoon(work: () => unknown): Promise<void> {
    await shared.writeSoon(work);
  }

  function writeHead(head: ConversationHead): void {
    database.run(
      "INSERT INTO conversations (id, updated, title, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, title = excluded.title, body = excluded.body",
      [head.id, head.updatedAt, head.title, JSON.stringify({ ...head, turns: [] })],
    );
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
    const body = database.get("SELECT body FROM conversations WHERE id = ?", [id])?.body;
    if (typeof body !== "string") return undefined;
    const read = conversationSchema.safeParse(parseJson(body));
    if (!read.success) return undefined;
    const { turns: _, ...head } = read.data;
    return head;
  }

  function loadTurns(id: string): Turn[] {
    const rows = database.all("SELECT body FROM turns WHERE conversation = ? ORDER BY number", [id]);
    const turns = rows.flatMap(({ body }) => readTurn(body) ?? []);
    for (const turn of turns) seen.add(turn.id);
    return turns;
  }

  function saveTurn(conversationId: string, turn: Turn): void {
    // What another window answers meanwhile is its own to write. A turn that began here is in no other window.
    if ((seen.has(turn.id) && claims.isClaimedElsewhere(conversationId)) || isDeleted(conversationId)) return;
    const body = JSON.stringify(turn);
    const row = seen.has(turn.id) ? database.get(changeTurn, [body, turn.id]) : database.get(writeTurn, [turn.id, conversationId, body]);
    seen.add(turn.id);
    if (typeof row?.number === "number") writeText(row.number, turn);
  }

  /** Of what is searched. */
  function writeText(number: number, turn: Turn): void {
    database.run("DELETE FROM turn_texts WHERE rowid = ?", [number]);
    database.run("INSERT INTO turn_texts (rowid, text) VALUES (?, ?)", [number, plainText(turn)]);
  }

  /** The texts that are searched are no rows that can be recovered. */
  function indexRecovered(): void {
    for (const { number, body } of database.all("SELECT number, body FROM turns")) {
      const turn = readTurn(body);
      if (turn !== undefined && typeof number === "number") writeText(number, turn);
    }
  }

  function isDeleted(id: string): boolean {
    return bases.has(id) && database.get("SELECT 1 FROM conversations WHERE id = ?", [id]) === undefined;
  }

  function takeQueued(conversationId: string, promptId: string): boolean {
    const isIn = (head: ConversationHead | undefined) => isQueued(promptId, head);
    const without = ({ queuePause, ...head }: ConversationHead): ConversationHead => {
      const queue = head.queue.filter(({ id }) => id !== promptId);
      return { ...head, queue, ...(queue.length === 0 || queuePause === undefined ? {} : { queuePause }) };
    };
    const base = bases.get(conversationId);
    const stored = loadHead(conversationId);
    if (stored !== undefined && isIn(stored)) writeHead(without(stored));
    if (base !== undefined) bases.set(conversationId, without(base));
    // What could not be written down, no other window has seen.
    return isIn(stored) || !isIn(base);
  }

  if (notice !== undefined) await write(indexRecovered);

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
    search: createConversationSearch(shared),
    costSince(time) {
      const turns = database.all(turnsWithCost, [time]).flatMap(({ body }) => readTurn(body) ?? []);
      const requests = turns.flatMap((turn) => (turn.role === "assistant" ? requestsOf(turn) : []));
      const usage = sumUsage(requests.filter(({ createdAt }) => createdAt >= time));
      return usage && readCost(usage);
    },
    setPinned: (id, isPinned) => writeSoon(() => database.run("UPDATE conversations SET pinned = ? WHERE id = ?", [Number(isPinned), id])),
    setUnread: (id, isUnread) =>
      write(() =>
        database.run("UPDATE conversations SET unread = $unread WHERE id = $id AND unread <> $unread", {
          $unread: Number(isUnread),
          $id: id,
        }),
      ),
    newest() {
      const id = database.get("SELECT id FROM conversations ORDER BY updated DESC LIMIT 1")?.id;
      return typeof id === "string" ? id : undefined;
    },
    saveConversation: (conversation) => write(() => saveConversation(conversation)),
    isDeleted,
    async takeQueued(conversationId, promptId, signal) {
      if (taken.has(promptId)) return false;
      // From now on: a second attempt of this window may wait beside the first.
      taken.add(promptId);
      try {
        return await shared.writeSoon(() => takeQueued(conversationId, promptId), signal);
      } catch (error) {
        // A disk that refuses keeps nobody from writing: no other window has seen what is not stored.
        if (!signal?.aborted && !isLocked(error) && !isQueued(promptId, loadHead(conversationId))) return true;
        taken.delete(promptId);
        throw error;
      }
    },
    version: () => shared.version(),
    saveTurn: (conversationId, turn) => write(() => saveTurn(conversationId, turn)),
    removeTurns: (conversationId, ids) =>
      write(() => {
        for (const id of ids) database.run("DELETE FROM turns WHERE id = ? AND conversation = ?", [id, conversationId]);
      }),
    saveAll: (conversation, attachments = new Map()) =>
      writeSoon(() => {
        bases.delete(conversation.id);
        saveConversation(conversation);
        for (const turn of conversation.turns) {
          seen.delete(turn.id);
          saveTurn(conversation.id, turn);
        }
        for (const [id, content] of attachments) writeAttachment(database, id, conversation.id, content);
      }),
    remove: (id) =>
      writeSoon(() => {
        // Deleting by cascade runs no trigger for the rows below: the turns go first.
        for (const table of ["draft_attachments", "drafts", "turns"]) database.run(`DELETE FROM ${table} WHERE conversation = ?`, [id]);
        database.run("DELETE FROM conversations WHERE id = ?", [id]);
      }),
    presets: () => database.all("SELECT name, text FROM presets ORDER BY name").flatMap((row) => presetSchema.safeParse(row).data ?? []),
    savePreset: ({ name, text }) =>
      writeSoon(() => database.run("INSERT OR REPLACE INTO presets (name, text) VALUES (?, ?)", [name, text])),
    removePreset: (name) => writeSoon(() => database.run("DELETE FROM presets WHERE name = ?", [name])),
    close: () => shared.close(),
  };
}

function isQueued(promptId: string, head: ConversationHead | undefined): boolean {
  return head?.queue.some(({ id }) => id === promptId) === true;
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
