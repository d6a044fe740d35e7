/** The implementations of the service's store: each passes the same tests. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { completeOptions, type ServiceOptions } from "../../../../src/service/serviceOptions.ts";
import { type OpenedStore, openStore } from "../../../../src/service/store/openStore.ts";

/** Opens the store as a service does; it is closed after the test. */
export type Open = (options?: ServiceOptions) => Promise<OpenedStore>;

export interface StoreKind {
  name: string;
  /** Several services can open the same data, at the same time or one after the other. */
  isShared: boolean;
  /** New data. */
  begin(): Promise<Open>;
}

export const storeKinds: readonly StoreKind[] = [
  { name: "SQLite in memory", isShared: false, begin: async () => opener(undefined) },
  { name: "SQLite on disk", isShared: true, begin: async () => opener(await makeFolder()) },
];

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-store-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export function opener(data: string | undefined): Open {
  return async (options = {}) => {
    const store = await openStore({ data, files: options.files, keys: options.keys ?? ["key"], settings: completeOptions(options) });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= store.close();
      return closed;
    };
    onTestFinished(close);
    return { ...store, close };
  };
}
