/** What is asked of a model has one door, one record, one state machine and one vocabulary of changes: a second one fails here. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { conversationDatabase } from "../../../src/conversations/conversationTables.ts";
import { journalSchema } from "../../../src/generations/journal/journalSchema.ts";
import { migrate } from "../../../src/sqlite/databaseSchema.ts";
import { sources } from "./repositoryFiles.ts";

/** The other side of the socket is the service's. */
const ours = sources.filter(({ name }) => name.startsWith("src/") && !/^src\/(?:service|providers|demo)\//.test(name));
const filesWith = (pattern: RegExp) => ours.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

/** Two ends that a second list of states would contain, too: of a record, and of an exchange. */
const end = '"(?:maybeAccepted|truncated)"';

/** What shows that a file does something. */
const signs = {
  "sends what is billed": /\.(?:createResponse|streamResponse|submitTask)\(/,
  polls: /\.(?:pollMedia|pollV2|pollResponse)\(/,
  "waits between polls": /\b(?:delayUntilNextPoll|delayAfterHeld)\(/,
  "looks for owners that have ended": /\.isAlive\(/,
  "writes a cost": /\bjson_set\(cost|\bcost = \$cost\b/,
  "reports a cost beside results": /\b(?:onAnswer|countAnswer|addCost)\b/,
  "records a text": /\brecordAnswer\(/,
  "begins or settles a row": /\banswers\.(?:begin|settle|identify)\(|\bjournal\.tasks\.(?:add|accept|save|finish)\(/,
  "declares a delta": /\.literal\("[\w.]*(?:delta|Appended)"\)/,
  "contains a delta": /\boutputChangeSchemas\(\{|\bz\.array\(changeSchema\(\)\)/,
  "lists changes of texts": /\btype: "\w*(?:[dD]elta|[aA]ppended|[pP]iece)"; /,
  "applies a delta": /\bcase "textAppended":/,
  "lists states": new RegExp(`= \\[[^\\]]*${end}[^\\]]*\\] as const`),
  "names a union of states": new RegExp(`\\btype \\w+ =[^;{]*${end}`),
} as const satisfies Record<string, RegExp>;

test("only `generations` calls what is billed, so that every request is admitted, recorded and settled there", () => {
  const callers = filesWith(signs["sends what is billed"]);
  expect(callers.filter((name) => !name.startsWith("src/generations/"))).toEqual([]);
  expect(callers).toEqual(["src/generations/sending/startText.ts", "src/generations/sending/submitAnnounced.ts"]);
});

test("one state machine follows what was sent: nothing else polls, waits between polls or takes over what a process has left", () => {
  expect(filesWith(signs.polls)).toEqual(["src/generations/following/taskWork.ts"]);
  expect(filesWith(signs["waits between polls"])).toEqual([
    "src/generations/following/follower.ts",
    "src/generations/following/pollSchedule.ts",
  ]);
  // Owners that have ended are looked for in the journal, and for the windows that answer in conversations.
  expect(filesWith(signs["looks for owners that have ended"])).toEqual([
    "src/conversations/answeringWindows.ts",
    "src/conversations/searchConversations.ts",
    "src/generations/journal/answerTable.ts",
    "src/generations/journal/costTable.ts",
    "src/generations/journal/takeover.ts",
  ]);
});

test("one table records requests: no other has the address of a service, an owner and a state", () => {
  const tables = [journalSchema, conversationDatabase].flatMap((schema) => {
    const database = new DatabaseSync(":memory:");
    migrate(database, schema);
    const rows = database
      .prepare(
        `SELECT m.name AS name, group_concat(c.name, ' ') AS columns FROM sqlite_schema m, pragma_table_info(m.name) c
         WHERE m.type = 'table' AND c.name IN ('base_url', 'owner', 'state', 'cost', 'amount') GROUP BY m.name ORDER BY m.name`,
      )
      .all();
    database.close();
    return rows.map(({ name, columns }) => `${name}: ${columns}`);
  });
  expect(tables).toEqual([
    "balances: base_url",
    "library: cost",
    "other_costs: amount",
    "tasks: base_url state owner cost",
    // Which window answers in a conversation.
    "answering: owner",
  ]);
});

test("the states of a generation, and the outcomes of a text, are listed once each", () => {
  expect(filesWith(signs["lists states"])).toEqual([
    // Why queued prompts wait.
    "src/chat/conversation/turn.ts",
    "src/generations/task.ts",
    "src/output/outcome.ts",
  ]);
  expect(filesWith(signs["names a union of states"])).toEqual([
    // What is known of an error, not of a generation.
    "src/client/errors/errorTable.ts",
  ]);
});

test("what an answer costs is written where its request or its result is recorded, and nowhere beside that", () => {
  expect(filesWith(signs["writes a cost"])).toEqual(["src/generations/journal/answerTable.ts", "src/generations/journal/taskTable.ts"]);
  // The client, which each window shares, reports nothing beside its results.
  expect(filesWith(signs["reports a cost beside results"])).toEqual([]);
  // Every text of a window begins in one function, which records it.
  expect(filesWith(signs["records a text"])).toEqual(["src/generations/sending/recordAnswer.ts", "src/generations/sending/startText.ts"]);
});

test("only the journal keeps what is known of a generation: no memento, and no process alone", () => {
  // What settles a row, or begins one, is in `generations`.
  const settling = filesWith(signs["begins or settles a row"]);
  expect(settling.filter((name) => !name.startsWith("src/generations/"))).toEqual([]);
  // Names of the stores that there were.
  expect(filesWith(/\b(?:RunningAnswers|SavedRun|EndedRequest|LeftAnswers|generateUnsaved)\b/)).toEqual([]);
});

test("a delta has at most four vocabularies between socket and page", () => {
  // Two declare deltas: that of the interface, and ours.
  const declared = filesWith(signs["declares a delta"]);
  expect(declared).toEqual(["src/contract/streamEvents.ts", "src/output/outputChange.ts"]);
  // Two contain it: the changes of a conversation, and the messages to the page.
  const containing = filesWith(signs["contains a delta"]).filter((name) => !declared.includes(name));
  expect(containing).toEqual(["src/chat/conversation/change.ts", "src/chat/messages/chatPush.ts"]);
  // No type of another form lists changes of texts.
  expect(filesWith(signs["lists changes of texts"])).toEqual([]);
});

test("the host and the page apply the changes with one function", () => {
  expect(filesWith(signs["applies a delta"])).toEqual(["src/output/applyOutputChange.ts"]);
});

/** Code of a second implementation, which its sign must find wherever it stands. */
const secondImplementations: Readonly<Record<keyof typeof signs, readonly string[]>> = {
  "sends what is billed": [
    "const id = await client.submitTask(request, {});",
    "for await (const one of client.streamResponse(body)) use(one);",
  ],
  polls: ["const poll = await client.pollMedia(kind, id, folder);", "await client.pollResponse(id, { wait: 60 });"],
  "waits between polls": ["await delay(delayUntilNextPoll({ age, errors, retryAfter, chance }));"],
  "looks for owners that have ended": ["if (!owner.isAlive(former)) take(row);"],
  "writes a cost": ["UPDATE answers SET cost = $cost WHERE key = $key", "SET cost = json_set(cost, '$.amount', 1)"],
  "reports a cost beside results": ["options.onAnswer?.(cost);"],
  "records a text": ["const record = await recordAnswer(key, asked, options);"],
  "begins or settles a row": ["tasks.answers.begin(key, facts);", "journal.tasks.finish(key, owner, state, error, now);"],
  "declares a delta": ['z.object({ type: z.literal("panel.delta") })', 'type: z.literal("outputAppended")'],
  "contains a delta": ["const changes = z.array(changeSchema());"],
  "lists changes of texts": ['type Piece = { type: "textPiece"; text: string };', '{ type: "answerDelta"; delta: string }'],
  "applies a delta": ['case "textAppended":'],
  "lists states": ['const runStates = ["running", "maybeAccepted", "done"] as const;'],
  "names a union of states": ['type End = "completed" | "truncated";'],
};

test.each(Object.entries(secondImplementations).flatMap(([sign, texts]) => texts.map((text) => [sign, text] as const)))(
  "%s: %s",
  (sign, text) => {
    expect(
      Object.entries(signs)
        .find(([name]) => name === sign)?.[1]
        .test(text),
    ).toBe(true);
  },
);
