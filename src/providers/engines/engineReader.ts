/** Reads what one engine reports about its models, and finds out whether it downloads models. */
import type { EngineDescription } from "./engine.ts";
import { type EngineFacts, isAbsent } from "./engineFacts.ts";
import type { ModelStore } from "./modelStore.ts";

export interface EngineReader {
  add: EngineFacts;
  /** The store of the engine that answered; undefined: none has so far. */
  readonly store: ModelStore | undefined;
}

/** An endpoint that an engine does not have is only requested once. */
export function createEngineReader({ createReaders, stores }: Pick<EngineDescription, "createReaders" | "stores">): EngineReader {
  const absent = new Set<EngineFacts>();
  const storeReaders = stores.map((store) => ({ store, read: store.createReader() }));
  const readers: { store?: ModelStore; read: EngineFacts }[] = [...storeReaders, ...createReaders().map((read) => ({ read }))];
  let found: ModelStore | undefined;
  return {
    async add(models, client, signal) {
      let known = [...models];
      for (const { store, read } of readers) {
        if (absent.has(read) || (store && found && store !== found)) continue;
        try {
          known = await read(known, client, signal);
          found ??= store;
        } catch (error) {
          signal.throwIfAborted();
          if (isAbsent(error)) absent.add(read);
        }
      }
      return known;
    },
    get store() {
      return found;
    },
  };
}
