/** The implementations of the service's store: each passes the same tests. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { completeOptions, type ServiceOptions } from "../../../../src/service/serviceOptions.ts";
import type { OpenedStore, OpenStore } from "../../../../src/service/store/openedStore.ts";
import { openStore } from "../../../../src/service/store/openStore.ts";
import { postgresStore } from "../../../../src/service/store/postgres/openPostgresStore.ts";
import { createSharedDatabase } from "../../../service/postgresServer.ts";
import { type S3Server, startS3Server } from "../../../service/s3Server.ts";

/** Opens the store like a service; it is closed after the test. */
export type Open = (options?: ServiceOptions) => Promise<OpenedStore>;

export interface StoreKind {
  name: string;
  /** Several services can open the same data, at the same time or one after the other. */
  isShared: boolean;
  /** Without a given key, it creates one and keeps it for the next start. */
  remembersKey: boolean;
  /** Called once before the tests: starts what the store needs. */
  prepare(): Promise<void>;
  /** Creates new data. */
  begin(): Promise<Open>;
}

const localKinds: readonly StoreKind[] = [
  { name: "SQLite in memory", isShared: false, remembersKey: false, prepare: async () => undefined, begin: async () => opener(undefined) },
  {
    name: "SQLite on disk",
    isShared: true,
    remembersKey: true,
    prepare: async () => undefined,
    begin: async () => opener(await makeFolder()),
  },
];

const sharedKinds: readonly StoreKind[] = [
  {
    name: "PostgreSQL",
    isShared: true,
    remembersKey: false,
    prepare: async () => undefined,
    begin: async () => beginOnPostgres(await makeFolder()),
  },
  {
    name: "PostgreSQL with files in S3",
    isShared: true,
    remembersKey: false,
    async prepare() {
      s3 = await startS3Server();
    },
    begin: async () => beginOnPostgres(`${s3?.url}/files`),
  },
];

export const usesPostgres = process.env.SERVICE_DATABASE === "postgres";

/** Of this run: `npm run test:postgres` tests the shared ones. */
export const storeKinds = usesPostgres ? sharedKinds : localKinds;

async function beginOnPostgres(files: string): Promise<Open> {
  const open = opener(undefined, postgresStore(await createSharedDatabase()));
  return (options) => open({ files, ...options });
}

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-store-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

let s3: S3Server | undefined;

afterAll(() => s3?.close());

export function opener(data: string | undefined, openWith: OpenStore = openStore): Open {
  return async (options = {}) => {
    const store = await openWith({
      data,
      files: options.files,
      keys: options.keys ?? ["key"],
      settings: completeOptions(options),
      log: options.log,
    });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= store.close();
      return closed;
    };
    onTestFinished(close);
    return { ...store, close };
  };
}
