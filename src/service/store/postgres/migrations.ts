/** SQL that migrates the tables from the version that is its index to the next. Only append: databases of every version are in use. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE database (id uuid NOT NULL DEFAULT gen_random_uuid());
  INSERT INTO database DEFAULT VALUES;
  CREATE SEQUENCE owners AS integer CYCLE;
  CREATE TABLE accounts (
    id text PRIMARY KEY,
    name text NOT NULL UNIQUE,
    key_hash bytea UNIQUE,
    balance bigint NOT NULL,
    bonus bigint NOT NULL DEFAULT 0,
    referral bigint NOT NULL DEFAULT 0,
    rate integer,
    models text[],
    created_at bigint NOT NULL
  );
  CREATE TABLE usage (
    account text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    model text NOT NULL,
    day date NOT NULL,
    tasks integer NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    cost bigint NOT NULL,
    PRIMARY KEY (account, model, day)
  );
  CREATE TABLE requests (
    account text PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    minute_start bigint NOT NULL,
    minute_count integer NOT NULL,
    day_start bigint NOT NULL,
    day_count integer NOT NULL
  );
  CREATE TABLE tasks (
    id text PRIMARY KEY,
    account text NOT NULL,
    owner integer NOT NULL,
    endpoint text NOT NULL,
    kind text NOT NULL,
    model text NOT NULL,
    provider text NOT NULL,
    status text NOT NULL,
    created_at bigint NOT NULL,
    finished_at bigint,
    request bytea,
    sent bytea,
    echo bytea,
    result bytea,
    usage bytea,
    cost bigint NOT NULL DEFAULT 0,
    error_code text,
    error_message text,
    error_param text
  );
  CREATE INDEX tasks_by_age ON tasks (created_at);
  CREATE INDEX unfinished_tasks ON tasks (created_at) WHERE status IN ('pending', 'processing');
  CREATE TABLE files (
    token text PRIMARY KEY,
    task text NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    position integer NOT NULL,
    name text NOT NULL,
    media_type text NOT NULL,
    format text NOT NULL,
    size bigint NOT NULL,
    bytes bytea,
    location text
  );
  ALTER TABLE files ALTER COLUMN bytes SET STORAGE EXTERNAL;
  CREATE INDEX files_by_task ON files (task);
  CREATE INDEX files_by_location ON files (location) WHERE location IS NOT NULL;
  `,
  `
  CREATE TABLE balances (
    account text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    day date NOT NULL,
    balance bigint NOT NULL,
    PRIMARY KEY (account, day)
  );
  CREATE INDEX tasks_by_account ON tasks (account, created_at, id);
  `,
  `
  ALTER TABLE tasks ADD COLUMN deleted boolean NOT NULL DEFAULT false;
  `,
  `
  ALTER TABLE tasks ADD COLUMN reserved bigint NOT NULL DEFAULT 0;
  ALTER TABLE accounts ADD COLUMN reserved bigint NOT NULL DEFAULT 0;
  CREATE FUNCTION sum_reserved() RETURNS trigger LANGUAGE plpgsql SET search_path = generation_service AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN UPDATE accounts SET reserved = reserved - OLD.reserved WHERE id = OLD.account; END IF;
      IF TG_OP <> 'DELETE' THEN UPDATE accounts SET reserved = reserved + NEW.reserved WHERE id = NEW.account; END IF;
      RETURN NULL;
    END
  $$;
  CREATE TRIGGER reserve AFTER INSERT ON tasks FOR EACH ROW WHEN (NEW.reserved <> 0) EXECUTE FUNCTION sum_reserved();
  CREATE TRIGGER settle AFTER UPDATE OF reserved ON tasks FOR EACH ROW WHEN (OLD.reserved <> NEW.reserved) EXECUTE FUNCTION sum_reserved();
  CREATE TRIGGER release AFTER DELETE ON tasks FOR EACH ROW WHEN (OLD.reserved <> 0) EXECUTE FUNCTION sum_reserved();
  `,
  // What a crash may lose is not written to the log of changes.
  `
  CREATE UNLOGGED TABLE progress (task text PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE, body bytea NOT NULL);
  `,
  `
  ALTER TABLE tasks ADD COLUMN error_retry_after bigint;
  `,
  `
  CREATE TABLE left_requests (task text PRIMARY KEY, account text NOT NULL, digest text NOT NULL, left_at bigint NOT NULL);
  CREATE INDEX left_by_digest ON left_requests (digest);
  CREATE TABLE named_requests (
    account text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name text NOT NULL,
    digest text NOT NULL,
    task text NOT NULL,
    named_at bigint NOT NULL,
    PRIMARY KEY (account, name)
  );
  `,
  `
  ALTER TABLE tasks ADD COLUMN is_kept boolean NOT NULL DEFAULT true;
  CREATE INDEX unkept_tasks ON tasks (finished_at) WHERE NOT is_kept;
  CREATE TABLE inputs (task text PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE, request bytea NOT NULL);
  ALTER TABLE accounts ADD COLUMN superset boolean;
  `,
  `
  CREATE TABLE sweep (id boolean PRIMARY KEY DEFAULT true CHECK (id), seen_at bigint NOT NULL, trusted_at bigint NOT NULL, held_until bigint);
  `,
];
