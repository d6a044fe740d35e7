/** The tables of the library: one row for each artifact, with what it is found, counted and sorted by. */

/** Marks belong to a content, so that they survive when its file is renamed and its task is forgotten. */
export const createMarks = `
  CREATE TABLE marks (
    sha256 TEXT PRIMARY KEY,
    rating INTEGER NOT NULL,
    favourite INTEGER NOT NULL
  ) STRICT;
`;

/** The folder of a path or URI. */
export const folderOf = (location: string) => `rtrim(rtrim(${location}, replace(replace(${location}, '/', ''), '\\', '')), '/\\')`;

const insertRows = `
  INSERT OR IGNORE INTO library (task, position, kind, model, folder, created_at, cost, size, sha256, rating, favourite)
  SELECT a.task, a.position,
    CASE WHEN a.media_type LIKE 'image/%' THEN 'image' WHEN a.media_type LIKE 'audio/%' THEN 'audio'
      WHEN a.media_type LIKE 'video/%' THEN 'video' ELSE t.kind END,
    t.model,
    ${folderOf("coalesce(a.uri, a.path)")},
    t.created_at, CASE WHEN json_valid(t.cost) THEN CAST(t.cost ->> '$.amount' AS REAL) END, a.size, a.sha256,
    coalesce(m.rating, 0), coalesce(m.favourite, 0)
  FROM artifacts a JOIN tasks t ON t.key = a.task LEFT JOIN marks m ON m.sha256 = a.sha256
`;

/**
 * Results of the same prompt and kind have the same `stack`, which is the number of the first of them. A long prompt is found by its length and
 * its ends. `own`: the stack of a task that is alone with its prompt.
 */
const assignStacks = (rows: string, own: string) => `
  UPDATE library SET stack = coalesce(
    (SELECT other.stack FROM tasks this
      JOIN tasks same ON length(same.prompt) = length(this.prompt) AND substr(same.prompt, 1, 200) = substr(this.prompt, 1, 200)
        AND substr(same.prompt, -200) = substr(this.prompt, -200) AND same.prompt = this.prompt
      JOIN library other ON other.task = same.key AND other.task <> this.key
      WHERE this.key = library.task AND this.prompt <> '' AND other.kind = library.kind LIMIT 1),
    (SELECT ${own} FROM library one WHERE one.task = library.task AND one.kind = library.kind))
  WHERE ${rows}`;

/**
 * Makes the library anew from the tasks, their artifacts and the marks. The full-text index has no prompts of its own, is keyed by a row's
 * `number`, which never changes, and overwrites what is removed from it: whoever clears a task from the journal wants its prompt gone.
 */
export const createLibrary = `
  DROP TRIGGER IF EXISTS artifact_enters_library;
  DROP TRIGGER IF EXISTS artifact_leaves_library;
  DROP TRIGGER IF EXISTS task_leaves_library;
  DROP TRIGGER IF EXISTS prompt_changes_in_library;
  DROP TRIGGER IF EXISTS prompt_changed_in_library;
  DROP TABLE IF EXISTS library;
  DROP TABLE IF EXISTS library_prompts;
  CREATE TABLE library (
    number INTEGER PRIMARY KEY,
    task TEXT NOT NULL REFERENCES tasks (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    folder TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    cost REAL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    rating INTEGER NOT NULL,
    favourite INTEGER NOT NULL,
    stack INTEGER NOT NULL DEFAULT 0,
    UNIQUE (task, position)
  ) STRICT;
  CREATE INDEX library_by_date ON library (created_at, number, stack);
  CREATE INDEX library_by_content ON library (sha256);
  CREATE INDEX IF NOT EXISTS tasks_by_prompt ON tasks (length(prompt), substr(prompt, 1, 200), substr(prompt, -200));
  CREATE VIRTUAL TABLE library_prompts USING fts5 (prompt, content = '', tokenize = 'unicode61 remove_diacritics 2');
  INSERT INTO library_prompts (library_prompts, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER library_row_added AFTER INSERT ON library
    BEGIN
      INSERT INTO library_prompts (rowid, prompt) SELECT NEW.number, prompt FROM tasks WHERE key = NEW.task;
      ${assignStacks("number = NEW.number", "min(one.number)")};
    END;
  CREATE TRIGGER library_row_removed BEFORE DELETE ON library
    BEGIN INSERT INTO library_prompts (library_prompts, rowid, prompt) SELECT 'delete', OLD.number, prompt FROM tasks WHERE key = OLD.task; END;
  ${insertRows};
  CREATE TRIGGER artifact_enters_library AFTER INSERT ON artifacts
    BEGIN ${insertRows} WHERE a.task = NEW.task AND a.position = NEW.position; END;
  CREATE TRIGGER artifact_leaves_library AFTER DELETE ON artifacts
    BEGIN DELETE FROM library WHERE task = OLD.task AND position = OLD.position; END;
  CREATE TRIGGER task_leaves_library BEFORE DELETE ON tasks
    BEGIN DELETE FROM library WHERE task = OLD.key; END;
  CREATE TRIGGER prompt_changes_in_library BEFORE UPDATE OF prompt ON tasks
    BEGIN
      INSERT INTO library_prompts (library_prompts, rowid, prompt) SELECT 'delete', number, OLD.prompt FROM library WHERE task = OLD.key;
      INSERT INTO library_prompts (rowid, prompt) SELECT number, NEW.prompt FROM library WHERE task = OLD.key;
    END;
  -- The number may be that of a stack already.
  CREATE TRIGGER prompt_changed_in_library AFTER UPDATE OF prompt ON tasks
    BEGIN ${assignStacks("task = NEW.key", "-min(one.number)")}; END;
`;
