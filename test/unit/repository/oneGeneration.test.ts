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

test("only `generations` calls what is billed, so that every request is admitted, recorded and settled there", () => {
  const callers = filesWith(/\.(?:createResponse|streamResponse|submitTask)\(/);
  expect(callers.filter((name) => !name.startsWith("src/generations/"))).toEqual([]);
  expect(callers).toEqual(["src/generations/sending/startText.ts", "src/generations/sending/taskSender.ts"]);
});

test("one state machine follows what was sent: nothing else polls, waits between polls or takes over what a process has left", () => {
  expect(filesWith(/\.(?:pollMedia|pollV2|pollResponse)\(/)).toEqual(["src/generations/following/taskWork.ts"]);
  expect(filesWith(/\b(?:delayUntilNextPoll|delayAfterHeld)\(/)).toEqual([
    "src/generations/following/follower.ts",
    "src/generations/following/pollSchedule.ts",
  ]);
  // Owners that have ended are looked for in the journal, and for the claims of conversations.
  expect(filesWith(/\.isAlive\(/)).toEqual([
    "src/conversations/answerClaims.ts",
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
  // Two ends that a second list would contain, too: of a record, and of an exchange.
  const end = '"(?:maybeAccepted|truncated)"';
  expect(filesWith(new RegExp(`= \\[[^\\]]*${end}[^\\]]*\\] as const`))).toEqual([
    // Why queued prompts wait.
    "src/chat/conversation/turn.ts",
    "src/generations/task.ts",
    "src/output/outcome.ts",
  ]);
  expect(filesWith(new RegExp(`\\btype \\w+ =[^;{]*${end}`))).toEqual([
    // What is known of an error, not of a generation.
    "src/client/errors/errorTable.ts",
  ]);
});

test("what an answer costs is written where its request or its result is recorded, and nowhere beside that", () => {
  expect(filesWith(/\bjson_set\(cost|\bcost = \$cost\b/)).toEqual([
    "src/generations/journal/answerTable.ts",
    "src/generations/journal/taskTable.ts",
  ]);
  // The client, which each window shares, reports nothing beside its results.
  expect(filesWith(/\b(?:onAnswer|countAnswer|addCost)\b/)).toEqual([]);
  // Every text of a window begins in one function, which records it.
  expect(filesWith(/\brecordAnswer\(/)).toEqual(["src/generations/sending/recordAnswer.ts", "src/generations/sending/startText.ts"]);
});

test("only the journal keeps what is known of a generation: no memento, and no process alone", () => {
  // What settles a row, or begins one, is in `generations`.
  const settling = filesWith(/\banswers\.(?:begin|settle|identify)\(|\bjournal\.tasks\.(?:add|accept|save|finish)\(/);
  expect(settling.filter((name) => !name.startsWith("src/generations/"))).toEqual([]);
  // Names of the stores that there were.
  expect(filesWith(/\b(?:RunningAnswers|SavedRun|EndedRequest|LeftAnswers|generateUnsaved)\b/)).toEqual([]);
});

test("a delta has at most four vocabularies between socket and page", () => {
  // Two declare deltas: that of the interface, and ours.
  const declared = filesWith(/\.literal\("[\w.]*(?:delta|Appended)"\)/);
  expect(declared).toEqual(["src/contract/streamEvents.ts", "src/output/outputChange.ts"]);
  // Two contain it: the changes of a conversation, and the messages to the page.
  const containing = filesWith(/\boutputChangeSchemas\(\{|\bz\.array\(changeSchema\(\)\)/).filter((name) => !declared.includes(name));
  expect(containing).toEqual(["src/chat/conversation/change.ts", "src/chat/messages/chatPush.ts"]);
  // No type of another form lists changes of texts.
  expect(filesWith(/\btype: "\w*(?:[dD]elta|[aA]ppended|[pP]iece)"; /)).toEqual([]);
});

test("the host and the page apply the changes with one function", () => {
  expect(filesWith(/\bcase "textAppended":/)).toEqual(["src/output/applyOutputChange.ts"]);
});
