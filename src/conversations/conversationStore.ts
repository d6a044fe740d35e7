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
import { watchFolder } from "../sqlite/watchFolder.ts";
import { type AnswerClaims, createAnswerClaims } from "./answerClaims.ts";
import { conversationDatabase } from "./conversationTables.ts";
import {
  createDrafts,
  type Drafts,
  keepDeletedAttachments,
  removeDeletedAttachments,
  restoreAttachments,
  writeAttachment,
} from "./drafts.ts";
import { readImagesInUse } from "./imagesInUse.ts";
import { createConversationSearch } from "./searchConversations.ts";

/**
 * Writes are queued, in order, while another process has locked the database; their promises resolve when they are written. Writes that the
 * user waits for are given up after ten seconds: their promises reject with DatabaseError `busy`.
 */
export interface ConversationStore extends AnswerClaims, Drafts {
  /** Set if the database was damaged and has been replaced. */
  readonly notice: string | undefined;
  load(id: string): Conversation | undefined;
  /** The stored conversation with this window's unwritten changes; undefined if it was deleted. */
  reload(mine: Conversation): Conversation | undefined;
  /** The newest first. With a query, conversations of which a turn or the title contains all its words. */
  search(query: string): ConversationSummary[];
  newest(): string | undefined;
  /** The total reported cost of requests since `time`, in Unix milliseconds; undefined: none was reported. */
  costSince(time: number): number | undefined;
  setPinned(id: string, isPinned: boolean): Promise<void>;
  /** Whether the newest answer was not shown yet. */
  setUnread(id: string, isUnread: boolean): Promise<void>;
  /**
   * Writes everything except the turns. Keeps other windows' changes since the last read or write.
   * Writes nothing if the conversation was deleted.
   */
  saveConversation(conversation: Conversation): Promise<void>;
  /** Writes nothing if another window is answering in this conversation, or has deleted the turn. */
  saveTurn(conversationId: string, turn: Turn): Promise<void>;
  /** true: this window has read or written the conversation before, but it is no longer stored. */
  isDeleted(id: string): boolean;
  /**
   * Removes a prompt from the queue. Returns whether this window may send it: false if this window has taken it before, or another one has
   * sent or removed it. Rejects if that is not certain; then the prompt stays queued and must not be sent.
   */
  takeQueued(conversationId: string, promptId: string, signal?: AbortSignal): Promise<boolean>;
  /** Changes whenever another window has written something. */
  version(): number;
  /** Calls `onChange` after another process has written. @returns a function that ends the watch. */
  watch(onChange: () => void): () => void;
  removeTurns(conversationId: string, ids: Iterable<string>): Promise<void>;
  /**
   * Writes a whole conversation and its attachments' contents, by id, in one transaction. A deleted conversation is stored again, with the
   * contents of its attachments if it was deleted less than a week ago.
   */
  saveAll(conversation: Conversation, attachments?: ReadonlyMap<string, Uint8Array>): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes what is kept of conversations deleted more than a week before `now` (Unix milliseconds). */
  removeDeleted(now: number): Promise<void>;
  /** The names of all images in answers. */
  imagesInUse(): Promise<ReadonlySet<string>>;
  presets(): InstructionPreset[];
  savePreset(preset: InstructionPreset): Promise<void>;
  removePreset(name: string): Promise<void>;
  /** Resolves when everything is written, or another process has held the lock for too long. */
  close(): Promise<void>;
}

/** @throws Error with a message for the user. */
async function openChatDatabase(file: string): Promise<SharedDatabase> {
  try {
    // A power failure may lose the last second. The service still has its answers, so nothing that was paid for is lost.
    return await SharedDatabase.open(file, conversationDatabase, { synchronous: "NORMAL", prepare: prepareSearch });
  } catch (error) {
    throw error instanceof DatabaseError ? new Error(error.message, { cause: error }) : error;
  }
}

/** @throws Error with a message for the user. */
export async function openConversationStore(folder: string): Promise<ConversationStore> {
  const shared = await openChatDatabase(path.join(folder, "conversations.db"));
  const { database, notice } = shared;
  const claims = createAnswerClaims(shared);
  const drafts = createDrafts(shared);
  const writeTurn =
    "INSERT INTO turns (id, conversation, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body RETURNING number";
  const changeTurn = "UPDATE turns SET body = ? WHERE id = ? RETURNING number";
  // Runs after every answer, so it skips turns without a cost instead of parsing them.
  const turnsWithCost = `SELECT body FROM turns WHERE conversation IN (SELECT id FROM conversations WHERE updated >= ?) AND instr(body, '"cost"') > 0`;
  /**
   * Turns that were stored when this window last read or wrote them. If one is missing now, it was deleted and must not be written again.
   */
  const seen = new Set<string>();
  /** The heads of conversations when this window last read or wrote them. */
  const bases = new Map<string, ConversationHead>();
  /** Prompts that this window has taken from a queue. */
  const taken = new Set<string>();

  /** Changes of `seen` and `bases` that become true when the current write is committed. */
  let onCommit: (() => void)[] = [];
  const begin =
    <Result>(work: () => Result) =>
    () => {
      onCommit = [];
      return work();
    };
  const commit = () => {
    for (const change of onCommit) change();
  };

  /** Waits for the lock without a limit. */
  async function write(work: () => unknown): Promise<void> {
    await shared.write(begin(work), undefined, commit);
  }

  /** For writes that the user waits for. */
  async function writeSoon(work: () => unknown): Promise<void> {
    await shared.writeSoon(begin(work), undefined, commit);
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
    const written = structuredClone(mine);
    onCommit.push(() => bases.set(conversation.id, written));
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
    // Do not overwrite a turn that another window is answering. A turn that was created here exists in no other window.
    if ((seen.has(turn.id) && claims.isClaimedElsewhere(conversationId)) || isDeleted(conversationId)) return;
    const body = JSON.stringify(turn);
    const row = seen.has(turn.id) ? database.get(changeTurn, [body, turn.id]) : database.get(writeTurn, [turn.id, conversationId, body]);
    onCommit.push(() => seen.add(turn.id));
    if (typeof row?.number === "number") writeText(row.number, turn);
  }

  /** Updates the full-text index of a turn. */
  function writeText(number: number, turn: Turn): void {
    database.run("DELETE FROM turn_texts WHERE rowid = ?", [number]);
    database.run("INSERT INTO turn_texts (rowid, text) VALUES (?, ?)", [number, plainText(turn)]);
  }

  /** Rebuilds the full-text index, which cannot be recovered from a damaged file. */
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
    if (base !== undefined) onCommit.push(() => bases.set(conversationId, without(base)));
    // A prompt that could not be stored was never visible to another window.
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
      // Each window keeps its own choice of branches, so the stored choice is ignored.
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
      // Set before waiting, because this window may try a second time meanwhile.
      taken.add(promptId);
      try {
        return await shared.writeSoon(
          begin(() => takeQueued(conversationId, promptId)),
          signal,
          commit,
        );
      } catch (error) {
        // If the write failed for a reason other than a lock, and the prompt is not stored, no other window can have it.
        if (!signal?.aborted && !isLocked(error) && !isQueued(promptId, loadHead(conversationId))) return true;
        taken.delete(promptId);
        throw error;
      }
    },
    version: () => shared.version(),
    watch(onChange) {
      /** undefined: the file cannot be read at the moment. */
      const tryVersion = () => {
        try {
          return shared.version();
        } catch {
          return undefined;
        }
      };
      let known = tryVersion();
      return watchFolder(folder, () => {
        const version = tryVersion();
        if (version === known) return;
        known = version;
        onChange();
      });
    },
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
        restoreAttachments(database, conversation.id);
        for (const [id, content] of attachments) writeAttachment(database, id, conversation.id, content);
      }),
    remove: (id) =>
      writeSoon(() => {
        keepDeletedAttachments(database, id, Date.now());
        // Cascading deletes do not run the triggers of child rows, so the turns are deleted first.
        for (const table of ["draft_attachments", "drafts", "turns"]) database.run(`DELETE FROM ${table} WHERE conversation = ?`, [id]);
        database.run("DELETE FROM conversations WHERE id = ?", [id]);
      }),
    removeDeleted: (now) => removeDeletedAttachments(shared, now),
    imagesInUse: () => readImagesInUse(database),
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

/** undefined: the turn cannot be read. It is left out, and the rest of the conversation is shown. */
function readTurn(body: unknown): Turn | undefined {
  return turnSchema.safeParse(parseJson(String(body))).data;
}

/** undefined: not JSON, because the file was damaged. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
