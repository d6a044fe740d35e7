/** The tables of the journal. */
import type { DatabaseSync } from "node:sqlite";
import type { DatabaseSchema } from "../../sqlite/databaseSchema.ts";
import { transact } from "../../sqlite/transact.ts";
import { addUnits, createLibrary, createMarks, createWorkspaceFiles } from "../library/librarySchema.ts";
import { taskStates } from "../task.ts";

const migrations: readonly string[] = [
  `
  CREATE TABLE tasks (
    key TEXT PRIMARY KEY,
    id TEXT,
    base_url TEXT NOT NULL,
    model TEXT NOT NULL,
    kind TEXT NOT NULL,
    prompt TEXT NOT NULL,
    folder TEXT NOT NULL,
    pattern TEXT NOT NULL,
    origin TEXT NOT NULL,
    state TEXT NOT NULL,
    owner TEXT,
    created_at INTEGER NOT NULL,
    accepted_at INTEGER,
    finished_at INTEGER,
    usage TEXT,
    cost TEXT,
    text TEXT,
    error TEXT,
    request TEXT NOT NULL
  ) STRICT;
  CREATE INDEX tasks_by_state ON tasks (state, key);

  CREATE TABLE artifacts (
    task TEXT NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    media_type TEXT NOT NULL,
    PRIMARY KEY (task, position)
  ) STRICT;
  CREATE INDEX artifacts_by_path ON artifacts (path);
  CREATE INDEX artifacts_by_content ON artifacts (sha256);

  CREATE TABLE intents (
    task TEXT NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    received TEXT NOT NULL,
    path TEXT,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    media_type TEXT NOT NULL,
    ending TEXT NOT NULL,
    PRIMARY KEY (task, position)
  ) STRICT;
  CREATE UNIQUE INDEX intents_reserve_paths ON intents (path);

  CREATE TABLE owners (
    owner TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    process_id INTEGER NOT NULL,
    beat_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE balances (
    base_url TEXT PRIMARY KEY,
    balance TEXT NOT NULL
  ) STRICT;

  CREATE TABLE changes (
    revision INTEGER PRIMARY KEY AUTOINCREMENT,
    task TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER task_added AFTER INSERT ON tasks
    BEGIN INSERT INTO changes (task) VALUES (NEW.key); END;
  CREATE TRIGGER task_changed AFTER UPDATE OF id, folder, pattern, state, accepted_at, finished_at, usage, cost, text, error ON tasks
    BEGIN INSERT INTO changes (task) VALUES (NEW.key); END;
  CREATE TRIGGER task_removed AFTER DELETE ON tasks
    BEGIN INSERT INTO changes (task) VALUES (OLD.key); END;
  CREATE TRIGGER changes_are_kept_short AFTER INSERT ON changes
    BEGIN DELETE FROM changes WHERE revision <= NEW.revision - 10000; END;
  `,
  `
  ALTER TABLE tasks ADD COLUMN interface TEXT NOT NULL DEFAULT 'v1';
  UPDATE tasks SET interface = request ->> '$.interface';
  CREATE TABLE requests (
    task TEXT PRIMARY KEY REFERENCES tasks (key) ON DELETE CASCADE,
    body TEXT NOT NULL
  ) STRICT;
  INSERT INTO requests SELECT key, request FROM tasks;
  ALTER TABLE tasks DROP COLUMN request;
  CREATE INDEX tasks_by_owner ON tasks (owner) WHERE owner IS NOT NULL;
  `,
  `
  ALTER TABLE tasks ADD COLUMN uri TEXT;
  ALTER TABLE artifacts ADD COLUMN uri TEXT;
  CREATE INDEX artifacts_by_uri ON artifacts (uri) WHERE uri IS NOT NULL;
  ALTER TABLE intents ADD COLUMN uri TEXT;
  CREATE UNIQUE INDEX intents_reserve_uris ON intents (uri);
  UPDATE tasks SET uri = origin ->> '$.destination' WHERE state <> 'saved';
  UPDATE tasks SET origin = CASE
    WHEN origin ->> '$.promptDocument' IS NOT NULL
    THEN json_object('type', 'promptDocument', 'document', origin ->> '$.promptDocument', 'run', origin ->> '$.mark')
    WHEN origin ->> '$.uri' IS NOT NULL AND origin ->> '$.offset' IS NOT NULL
    THEN json_object('type', 'command', 'location', json_remove(origin, '$.mark', '$.destination'))
    ELSE json_object('type', 'command')
  END;
  `,
  "DROP TABLE owners;",
  "ALTER TABLE tasks ADD COLUMN reported TEXT;",
  createMarks,
  // An earlier form of the library, which the last step rebuilds.
  "DROP TABLE IF EXISTS library;",
  `
  CREATE TABLE task_references (
    task TEXT NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (task, position)
  ) STRICT;
  CREATE INDEX task_references_by_content ON task_references (sha256);
  `,
  `${createWorkspaceFiles} ${createLibrary}`,
  // The library of the last step could give a number a second time.
  createLibrary,
  // Costs that are in no row of `tasks`: of removed tasks, and of answers that are not tasks.
  `
  CREATE TABLE other_costs (
    source TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    amount REAL NOT NULL
  ) STRICT;
  CREATE INDEX other_costs_by_time ON other_costs (at);
  CREATE TRIGGER cost_is_kept AFTER DELETE ON tasks
    WHEN json_valid(OLD.cost) AND OLD.cost ->> '$.amount' IS NOT NULL
    BEGIN INSERT OR REPLACE INTO other_costs VALUES (OLD.key, OLD.created_at, CAST(OLD.cost ->> '$.amount' AS REAL)); END;
  CREATE TRIGGER other_costs_are_kept_short AFTER INSERT ON other_costs
    BEGIN DELETE FROM other_costs WHERE at < NEW.at - 40 * 24 * 3600 * 1000; END;
  `,
  // Answers that are not tasks, until they are in their files.
  `
  CREATE TABLE answers (
    key TEXT PRIMARY KEY,
    id TEXT,
    base_url TEXT NOT NULL,
    origin TEXT NOT NULL,
    owner TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER answer_added AFTER INSERT ON answers
    BEGIN INSERT INTO changes (task) VALUES (NEW.key); END;
  CREATE TRIGGER answer_removed AFTER DELETE ON answers
    BEGIN INSERT INTO changes (task) VALUES (OLD.key); END;
  `,
  `
  ALTER TABLE other_costs ADD COLUMN unit TEXT;
  DROP TRIGGER cost_is_kept;
  CREATE TRIGGER cost_is_kept AFTER DELETE ON tasks
    WHEN json_valid(OLD.cost) AND OLD.cost ->> '$.amount' IS NOT NULL
    BEGIN INSERT OR REPLACE INTO other_costs
      VALUES (OLD.key, OLD.created_at, CAST(OLD.cost ->> '$.amount' AS REAL), OLD.cost ->> '$.unit'); END;
  `,
  addUnits,
  // What answers that are not tasks may cost, until their cost is known, and whose costs are in `other_costs`.
  `
  CREATE TABLE reservations (
    key TEXT PRIMARY KEY,
    owner TEXT,
    at INTEGER NOT NULL,
    base_url TEXT NOT NULL,
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    is_agents INTEGER NOT NULL,
    amount REAL,
    unit TEXT,
    answer TEXT
  ) STRICT;
  CREATE TRIGGER reservations_are_kept_short AFTER INSERT ON reservations
    BEGIN DELETE FROM reservations WHERE at < NEW.at - 40 * 24 * 3600 * 1000; END;
  CREATE TRIGGER reservation_added AFTER INSERT ON reservations
    BEGIN INSERT INTO changes (task) VALUES (NEW.key); END;
  CREATE TRIGGER reservation_removed AFTER DELETE ON reservations
    BEGIN INSERT INTO changes (task) VALUES (OLD.key); END;
  ALTER TABLE other_costs ADD COLUMN base_url TEXT;
  ALTER TABLE other_costs ADD COLUMN kind TEXT;
  ALTER TABLE other_costs ADD COLUMN model TEXT;
  ALTER TABLE other_costs ADD COLUMN is_agents INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX other_costs_by_model ON other_costs (model, at) WHERE model IS NOT NULL;
  DROP TRIGGER cost_is_kept;
  CREATE TRIGGER cost_is_kept AFTER DELETE ON tasks
    WHEN json_valid(OLD.cost) AND OLD.cost ->> '$.amount' IS NOT NULL
    BEGIN INSERT OR REPLACE INTO other_costs (source, at, amount, unit)
      VALUES (OLD.key, OLD.created_at, CAST(OLD.cost ->> '$.amount' AS REAL), OLD.cost ->> '$.unit'); END;
  `,
  // Everything that was asked of a service is a row of `tasks`. `other_costs` keeps the costs of removed tasks.
  `
  ALTER TABLE tasks ADD COLUMN destination TEXT NOT NULL DEFAULT 'files';
  CREATE INDEX tasks_without_files ON tasks (created_at) WHERE destination <> 'files';
  CREATE INDEX tasks_by_model ON tasks (model, kind, key);
  DROP TRIGGER cost_is_kept;
  CREATE TRIGGER cost_is_kept AFTER DELETE ON tasks
    WHEN OLD.destination = 'files' AND json_valid(OLD.cost) AND OLD.cost ->> '$.amount' IS NOT NULL
    BEGIN INSERT OR REPLACE INTO other_costs (source, at, amount, unit)
      VALUES (OLD.key, OLD.created_at, CAST(OLD.cost ->> '$.amount' AS REAL), OLD.cost ->> '$.unit'); END;
  CREATE TRIGGER answers_are_kept_short AFTER INSERT ON tasks WHEN NEW.destination <> 'files'
    BEGIN DELETE FROM tasks WHERE destination <> 'files' AND created_at < NEW.created_at - 40 * 24 * 3600 * 1000; END;
  INSERT INTO tasks (key, id, base_url, interface, model, kind, prompt, folder, pattern, origin, destination, state, owner, created_at, cost)
    SELECT key, id, base_url, 'v1', '', 'text', '', '', '', origin, 'document', CASE WHEN id IS NULL THEN 'submitting' ELSE 'processing' END,
      owner, CAST(unixepoch('subsec') * 1000 AS INTEGER), '{}' FROM answers
    UNION ALL SELECT printf('%012x-0000-', at) || lower(hex(randomblob(6))), answer, base_url, 'v1', model, kind, '', '', '',
      json_patch(json_object('estimate', amount), iif(is_agents, '{"type":"agent"}', '{}')), 'none', iif(owner IS NULL, 'maybeAccepted', 'submitting'),
      owner, at, json_object('unit', unit) FROM reservations
    UNION ALL SELECT printf('%012x-0000-', at) || lower(hex(randomblob(6))), source, base_url, 'v1', model, kind, '', '', '',
      iif(is_agents, '{"type":"agent"}', '{}'), 'none', 'saved', NULL, at, json_object('amount', amount, 'unit', unit)
      FROM other_costs WHERE model IS NOT NULL;
  DELETE FROM other_costs WHERE model IS NOT NULL;
  DROP TABLE answers;
  DROP TABLE reservations;
  DROP INDEX other_costs_by_model;
  ALTER TABLE other_costs DROP COLUMN base_url;
  ALTER TABLE other_costs DROP COLUMN kind;
  ALTER TABLE other_costs DROP COLUMN model;
  ALTER TABLE other_costs DROP COLUMN is_agents;
  `,
];

export const journalSchema: DatabaseSchema = {
  name: "The journal of tasks",
  content: { table: "tasks", plural: "Tasks" },
  migrations,
  completeRecovered,
};

/**
 * Stops every task that has an id but no readable state, so that the user can follow it again. Rebuilds the library from the recovered
 * tasks and files.
 */
function completeRecovered(database: DatabaseSync): void {
  const states = taskStates.map((state) => `'${state}'`).join(", ");
  // One commit, because each commit waits for the disk.
  transact(database, () => database.exec(`${createLibrary} ${addUnits}`));
  database.exec(`UPDATE tasks SET state = 'stopped', owner = NULL WHERE id IS NOT NULL AND state NOT IN (${states})`);
}
