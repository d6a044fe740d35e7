/** The tables of the journal. */
import type { DatabaseSync } from "node:sqlite";
import type { DatabaseSchema } from "../../sqlite/databaseSchema.ts";
import { transact } from "../../sqlite/transact.ts";
import { createArtifactTrigger, createLibrary, createMarks, createWorkspaceFiles } from "../library/librarySchema.ts";
import { taskStates } from "../task.ts";

/** The journal of the version before this one. The columns' order is that of its files, from whose pages rows are recovered. */
const create = `
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
    interface TEXT NOT NULL DEFAULT 'v1',
    uri TEXT,
    reported TEXT
  ) STRICT;
  CREATE INDEX tasks_by_state ON tasks (state, key);
  CREATE INDEX tasks_by_owner ON tasks (owner) WHERE owner IS NOT NULL;
  CREATE TABLE requests (
    task TEXT PRIMARY KEY REFERENCES tasks (key) ON DELETE CASCADE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE task_references (
    task TEXT NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (task, position)
  ) STRICT;
  CREATE INDEX task_references_by_content ON task_references (sha256);

  CREATE TABLE artifacts (
    task TEXT NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    media_type TEXT NOT NULL,
    uri TEXT,
    PRIMARY KEY (task, position)
  ) STRICT;
  CREATE INDEX artifacts_by_path ON artifacts (path);
  CREATE INDEX artifacts_by_content ON artifacts (sha256);
  CREATE INDEX artifacts_by_uri ON artifacts (uri) WHERE uri IS NOT NULL;

  CREATE TABLE intents (
    task TEXT NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    received TEXT NOT NULL,
    path TEXT,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    media_type TEXT NOT NULL,
    ending TEXT NOT NULL,
    uri TEXT,
    PRIMARY KEY (task, position)
  ) STRICT;
  CREATE UNIQUE INDEX intents_reserve_paths ON intents (path);
  CREATE UNIQUE INDEX intents_reserve_uris ON intents (uri);

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

  CREATE TABLE other_costs (
    source TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    amount REAL NOT NULL,
    unit TEXT,
    base_url TEXT,
    kind TEXT,
    model TEXT,
    is_agents INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX other_costs_by_time ON other_costs (at);
  CREATE INDEX other_costs_by_model ON other_costs (model, at) WHERE model IS NOT NULL;
  CREATE TRIGGER other_costs_are_kept_short AFTER INSERT ON other_costs
    BEGIN DELETE FROM other_costs WHERE at < NEW.at - 40 * 24 * 3600 * 1000; END;
  CREATE TRIGGER cost_is_kept AFTER DELETE ON tasks
    WHEN json_valid(OLD.cost) AND OLD.cost ->> '$.amount' IS NOT NULL
    BEGIN INSERT OR REPLACE INTO other_costs (source, at, amount, unit)
      VALUES (OLD.key, OLD.created_at, CAST(OLD.cost ->> '$.amount' AS REAL), OLD.cost ->> '$.unit'); END;

  CREATE TABLE answers (
    key TEXT PRIMARY KEY,
    id TEXT,
    base_url TEXT NOT NULL,
    origin TEXT NOT NULL,
    owner TEXT NOT NULL
  ) STRICT;
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

  ${createMarks} ${createWorkspaceFiles} ${createLibrary}
`;

const migrations: readonly string[] = [
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
  // A text whose window has ended is followed like a task, and waits with its result. Those that were put aside are offered once more.
  `
  UPDATE tasks SET owner = 'nobody', error = NULL, state = CASE WHEN id IS NULL THEN 'maybeAccepted' ELSE 'pending' END,
    finished_at = CASE WHEN id IS NULL THEN created_at END WHERE destination = 'document' AND owner IN ('nobody', 'user');
  `,
  // The turns of dialogues are not in the library.
  createArtifactTrigger,
  // An answer that is not in its document yet is only removed after it was given up: the clock may have been set forward.
  `
  DROP TRIGGER answers_are_kept_short;
  CREATE TRIGGER answers_are_kept_short AFTER INSERT ON tasks WHEN NEW.destination <> 'files'
    BEGIN DELETE FROM tasks WHERE destination <> 'files' AND created_at < NEW.created_at - 40 * 24 * 3600 * 1000
      AND NOT (destination = 'document' AND owner IS NOT NULL); END;
  `,
];

export const journalSchema: DatabaseSchema = {
  name: "The journal of tasks",
  content: { table: "tasks", plural: "Tasks" },
  earliest: { version: 15, create },
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
  transact(database, () => database.exec(createLibrary));
  database.exec(`UPDATE tasks SET state = 'stopped', owner = NULL WHERE id IS NOT NULL AND state NOT IN (${states})`);
}
