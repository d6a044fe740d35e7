/**
 * The tables of the library: one row for each artifact and each file that says how it was made, with the values by which it is found,
 * counted and sorted.
 */

/** Marks are stored by content, so that they survive renaming the file and forgetting the task. */
export const createMarks = `
  CREATE TABLE marks (
    sha256 TEXT PRIMARY KEY,
    rating INTEGER NOT NULL,
    favourite INTEGER NOT NULL
  ) STRICT;
`;

/**
 * What was read from the files of workspaces, so that a file is read again only when it has changed. `workspace`: URI of its folder.
 * `location`: a path on this machine, or a URI on another file system. `sha256` is empty if the file does not say how it was made.
 */
export const createWorkspaceFiles = `
  CREATE TABLE workspace_files (
    id INTEGER PRIMARY KEY,
    workspace TEXT NOT NULL,
    location TEXT NOT NULL,
    name TEXT NOT NULL,
    modified_at INTEGER NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    media_type TEXT NOT NULL,
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    tool TEXT NOT NULL,
    prompt TEXT NOT NULL,
    UNIQUE (workspace, location)
  ) STRICT;
  CREATE INDEX workspace_files_by_location ON workspace_files (location);
  CREATE INDEX workspace_files_by_content ON workspace_files (sha256);
  CREATE INDEX workspace_files_by_prompt ON workspace_files (length(prompt), substr(prompt, 1, 200), substr(prompt, -200));
  CREATE TABLE workspace_scans (
    workspace TEXT PRIMARY KEY,
    scanned_at INTEGER NOT NULL
  ) STRICT;
`;

/** Of a row `f` of workspace_files: one without a prompt is found by its name, which is shown instead. */
export const searched = "CASE WHEN f.prompt = '' THEN f.name ELSE f.prompt END";

/** The folder of a path or URI. */
export const folderOf = (location: string) => `rtrim(rtrim(${location}, replace(replace(${location}, '/', ''), '\\', '')), '/\\')`;

const insertArtifacts = `
  INSERT OR IGNORE INTO library (task, position, kind, model, folder, created_at, cost, unit, size, sha256, rating, favourite)
  SELECT a.task, a.position,
    CASE WHEN a.media_type LIKE 'image/%' THEN 'image' WHEN a.media_type LIKE 'audio/%' THEN 'audio'
      WHEN a.media_type LIKE 'video/%' THEN 'video' ELSE t.kind END,
    t.model,
    ${folderOf("coalesce(a.uri, a.path)")},
    t.created_at, CASE WHEN json_valid(t.cost) THEN CAST(t.cost ->> '$.amount' AS REAL) END,
    coalesce(CASE WHEN json_valid(t.cost) THEN CAST(t.cost ->> '$.unit' AS TEXT) END, ''), a.size, a.sha256,
    coalesce(m.rating, 0), coalesce(m.favourite, 0)
  FROM artifacts a JOIN tasks t ON t.key = a.task AND instr(t.key, '.') = 0 LEFT JOIN marks m ON m.sha256 = a.sha256
`;

/** The workspace files with the content or the location of the artifact. */
const filesOf = (artifact: string) => `SELECT id FROM workspace_files WHERE sha256 = ${artifact}.sha256
  UNION SELECT id FROM workspace_files WHERE location = coalesce(${artifact}.uri, ${artifact}.path)`;

/** The turns of a dialogue, whose keys have a point, are no results of their own. */
export const createArtifactTrigger = `
  DROP TRIGGER IF EXISTS artifact_enters_library;
  CREATE TRIGGER artifact_enters_library AFTER INSERT ON artifacts
    BEGIN
      DELETE FROM library WHERE file IN (${filesOf("NEW")});
      ${insertArtifacts} WHERE a.task = NEW.task AND a.position = NEW.position;
    END;
`;

/** Adds workspace files except those that are artifacts, because the journal has more about those. The caller appends conditions on `f`. */
export const insertFiles = `
  INSERT OR IGNORE INTO library (file, workspace, kind, model, tool, folder, created_at, size, sha256, rating, favourite)
  SELECT f.id, f.workspace, f.kind, f.model, f.tool, ${folderOf("f.location")}, f.modified_at, f.size, f.sha256,
    coalesce(m.rating, 0), coalesce(m.favourite, 0)
  FROM workspace_files f LEFT JOIN marks m ON m.sha256 = f.sha256
  WHERE f.sha256 <> '' AND NOT EXISTS (SELECT 1 FROM artifacts a WHERE a.sha256 = f.sha256)
    AND NOT EXISTS (SELECT 1 FROM artifacts a WHERE a.path = f.location) AND NOT EXISTS (SELECT 1 FROM artifacts a WHERE a.uri = f.location)
`;

/** The index on prompts contains the length and both ends of a long prompt. */
const isSamePrompt = `length(same.prompt) = length(this.prompt) AND substr(same.prompt, 1, 200) = substr(this.prompt, 1, 200)
  AND substr(same.prompt, -200) = substr(this.prompt, -200) AND same.prompt = this.prompt`;

/** Where prompts are stored: the table's key, and the library's column that refers to it. */
const ofTask = { table: "tasks", key: "key", column: "task" };
const ofFile = { table: "workspace_files", key: "id", column: "file" };

/** The stack of another row with the same prompt as `library`'s row. */
const stackOf = (own: typeof ofTask, others: typeof ofTask) => `
  (SELECT other.stack FROM ${own.table} this JOIN ${others.table} same ON ${isSamePrompt}
    JOIN library other ON other.${others.column} = same.${others.key}
    WHERE this.${own.key} = library.${own.column} AND this.prompt <> '' AND other.kind = library.kind
      AND other.${own.column} IS NOT library.${own.column} LIMIT 1)`;

/**
 * Results of the same prompt and kind have the same `stack`: the number of the first of them. `own`: the stack of a task's results if no
 * other task and no file has its prompt.
 */
const assignStacks = (rows: string, own: string) => `
  UPDATE library SET stack = coalesce(
    ${stackOf(ofTask, ofTask)}, ${stackOf(ofTask, ofFile)}, ${stackOf(ofFile, ofTask)}, ${stackOf(ofFile, ofFile)},
    (SELECT ${own} FROM library one WHERE one.task = library.task AND one.kind = library.kind), number)
  WHERE ${rows}`;

/**
 * Rebuilds the library from the tasks, their artifacts, the files of workspaces and the marks. The full-text index stores no prompts, is
 * keyed by a row's `number`, which never changes, and overwrites deleted entries: a user who removes a task from the journal expects its
 * prompt to be gone. The number of a removed row is not given again: the panel's selection, or a question that waits for an answer, may still
 * have it.
 */
export const createLibrary = `
  DROP TRIGGER IF EXISTS artifact_leaves_library;
  DROP TRIGGER IF EXISTS artifact_moves_in_library;
  DROP TRIGGER IF EXISTS file_enters_library;
  DROP TRIGGER IF EXISTS file_leaves_library;
  DROP TRIGGER IF EXISTS task_leaves_library;
  DROP TRIGGER IF EXISTS prompt_changes_in_library;
  DROP TRIGGER IF EXISTS prompt_changed_in_library;
  DROP TABLE IF EXISTS library;
  DROP TABLE IF EXISTS library_prompts;
  CREATE TABLE library (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    task TEXT REFERENCES tasks (key) ON DELETE CASCADE,
    position INTEGER,
    file INTEGER UNIQUE REFERENCES workspace_files (id) ON DELETE CASCADE,
    workspace TEXT NOT NULL DEFAULT '',
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    tool TEXT NOT NULL DEFAULT '',
    folder TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    cost REAL,
    -- Empty: recorded without one.
    unit TEXT NOT NULL DEFAULT '',
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    rating INTEGER NOT NULL,
    favourite INTEGER NOT NULL,
    stack INTEGER NOT NULL DEFAULT 0,
    UNIQUE (task, position)
  ) STRICT;
  CREATE INDEX library_by_date ON library (created_at, number, stack);
  CREATE INDEX library_by_content ON library (sha256);
  CREATE INDEX library_by_workspace ON library (workspace) WHERE file IS NOT NULL;
  CREATE INDEX IF NOT EXISTS tasks_by_prompt ON tasks (length(prompt), substr(prompt, 1, 200), substr(prompt, -200));
  CREATE VIRTUAL TABLE library_prompts USING fts5 (prompt, content = '', tokenize = 'unicode61 remove_diacritics 2');
  INSERT INTO library_prompts (library_prompts, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER library_row_added AFTER INSERT ON library
    BEGIN
      INSERT INTO library_prompts (rowid, prompt) SELECT NEW.number, prompt FROM tasks WHERE key = NEW.task
        UNION ALL SELECT NEW.number, ${searched} FROM workspace_files f WHERE f.id = NEW.file;
      ${assignStacks("number = NEW.number", "min(one.number)")};
    END;
  CREATE TRIGGER library_row_removed BEFORE DELETE ON library
    BEGIN
      INSERT INTO library_prompts (library_prompts, rowid, prompt) SELECT 'delete', OLD.number, prompt FROM tasks WHERE key = OLD.task
        UNION ALL SELECT 'delete', OLD.number, ${searched} FROM workspace_files f WHERE f.id = OLD.file;
    END;
  ${insertArtifacts};
  ${insertFiles};
  ${createArtifactTrigger}
  CREATE TRIGGER artifact_leaves_library AFTER DELETE ON artifacts
    BEGIN
      DELETE FROM library WHERE task = OLD.task AND position = OLD.position;
      ${insertFiles} AND f.id IN (${filesOf("OLD")});
    END;
  CREATE TRIGGER artifact_moves_in_library AFTER UPDATE OF path, uri ON artifacts
    BEGIN
      DELETE FROM library WHERE file IN (${filesOf("NEW")});
      ${insertFiles} AND f.id IN (${filesOf("OLD")});
    END;
  CREATE TRIGGER file_enters_library AFTER INSERT ON workspace_files
    BEGIN ${insertFiles} AND f.id = NEW.id; END;
  CREATE TRIGGER file_leaves_library BEFORE DELETE ON workspace_files
    BEGIN DELETE FROM library WHERE file = OLD.id; END;
  CREATE TRIGGER task_leaves_library BEFORE DELETE ON tasks
    BEGIN DELETE FROM library WHERE task = OLD.key; END;
  CREATE TRIGGER prompt_changes_in_library BEFORE UPDATE OF prompt ON tasks
    BEGIN
      INSERT INTO library_prompts (library_prompts, rowid, prompt) SELECT 'delete', number, OLD.prompt FROM library WHERE task = OLD.key;
      INSERT INTO library_prompts (rowid, prompt) SELECT number, NEW.prompt FROM library WHERE task = OLD.key;
    END;
  -- Negative, because the number itself may already be used by another stack.
  CREATE TRIGGER prompt_changed_in_library AFTER UPDATE OF prompt ON tasks
    BEGIN ${assignStacks("task = NEW.key", "-min(one.number)")}; END;
`;
