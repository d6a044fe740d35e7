/** What the panel knows: the query, how much was found, and the pages around what is looked at. */
import type { LibraryQuery } from "../../library/libraryQuery.ts";
import type { ComparedResult, PanelDetails, PanelEntry, PanelFacets, PanelLink, ToLibrary } from "../../library/toLibrary.ts";
import { pageSize } from "../../library/toLibraryHost.ts";
import type { Host } from "./host.ts";

/** Pages that are kept: those of the last ones that were looked at. */
const mostPages = 8;

export interface LibraryState {
  query: LibraryQuery;
  /** undefined: not known yet. */
  total: number | undefined;
  /** How many results that are: a stack is one entry. */
  results: number;
  /** How many queries were answered: each begins at its top. */
  answered: number;
  facets: PanelFacets | undefined;
  isTrusted: boolean;
  /** Why nothing could be found. */
  error: string | undefined;
  /** Of the result that was described last; `gone`: it is not in the journal any more. */
  details: { number: number; shown: PanelDetails | "gone" } | undefined;
  /** The documents that link to the result that was described last. */
  links: { number: number; links: readonly PanelLink[] } | undefined;
  /** What was compared last. */
  compared: { numbers: readonly number[]; results: readonly ComparedResult[] } | undefined;
}

export interface LibraryStore {
  readonly state: LibraryState;
  subscribe(listener: () => void): () => void;
  find(query: LibraryQuery): void;
  /** undefined: its page is not there yet. */
  entryAt(index: number): PanelEntry | undefined;
  /** undefined: it is on no page that is there. */
  entryOf(number: number): PanelEntry | undefined;
  /** Asks for the pages of these results, where they are not there. */
  need(first: number, last: number): void;
  /** The results of a range, as soon as all of them are there; without those of another query. */
  entries(first: number, last: number): Promise<PanelEntry[]>;
  /** undefined: it cannot be read. */
  content(number: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

export function createLibraryStore(host: Host): LibraryStore {
  const listeners = new Set<() => void>();
  /** The latest ones last. `request`: what asked for it; an earlier one is shown until the new page is there. */
  let pages = new Map<number, { entries: PanelEntry[]; request: number }>();
  const asked = new Set<number>();
  const waiting = new Map<number, ((data: Uint8Array<ArrayBuffer> | undefined) => void)[]>();
  let request = 0;
  let isOtherQuery = true;
  let state: LibraryState = {
    query: host.remembered.query,
    total: undefined,
    results: 0,
    answered: 0,
    facets: undefined,
    isTrusted: true,
    error: undefined,
    details: undefined,
    links: undefined,
    compared: undefined,
  };

  function change(next: Partial<LibraryState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function keep(page: number, entries: PanelEntry[]): void {
    pages.delete(page);
    pages.set(page, { entries, request });
    for (const oldest of pages.keys()) {
      if (pages.size <= mostPages) break;
      pages.delete(oldest);
    }
  }

  function ask(): void {
    request += 1;
    asked.clear();
    host.post({ type: "find", request, query: state.query });
  }

  host.listen((message: ToLibrary) => {
    switch (message.type) {
      case "found": {
        if (message.request !== request) return;
        const { total, results, isTrusted } = message;
        const answered = state.answered + Number(isOtherQuery);
        if (isOtherQuery) pages = new Map();
        isOtherQuery = false;
        keep(0, message.entries);
        change({ total, results, answered, isTrusted, error: undefined });
        return;
      }
      case "facets":
        if (message.request === request) change({ facets: message.facets });
        return;
      case "page":
        if (message.request !== request) return;
        asked.delete(message.page);
        keep(message.page, message.entries);
        change({});
        return;
      case "details":
        change({ details: { number: message.number, shown: message.details ?? "gone" } });
        return;
      case "links":
        change({ links: message });
        return;
      case "compared":
        change({ compared: message });
        return;
      case "content":
        for (const resolve of waiting.get(message.number) ?? []) resolve(message.data);
        waiting.delete(message.number);
        return;
      case "changed":
        ask();
        if (state.details !== undefined) host.post({ type: "describe", number: state.details.number });
        return;
      case "failed":
        change({ error: message.message });
        return;
    }
  });

  const entryAt = (index: number) => pages.get(Math.floor(index / pageSize))?.entries[index % pageSize];

  function need(first: number, last: number): void {
    if (isOtherQuery) return;
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) {
      if (pages.get(page)?.request === request || asked.has(page)) continue;
      asked.add(page);
      host.post({ type: "readPage", request, page });
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    get state() {
      return state;
    },
    subscribe,
    find(query) {
      isOtherQuery = true;
      host.remember({ query });
      change({ query, error: undefined });
      ask();
    },
    entryAt,
    entryOf: (number) => [...pages.values()].flatMap(({ entries }) => entries).find((entry) => entry.number === number),
    need,
    entries(first, last) {
      const { promise, resolve } = Promise.withResolvers<PanelEntry[]>();
      const { answered } = state;
      const end = () => Math.min(last, (state.total ?? 0) - 1);
      const look = (): boolean => {
        need(first, end());
        const found = Array.from({ length: Math.max(0, end() - first + 1) }, (_, index) => entryAt(first + index));
        const known = found.filter((entry) => entry !== undefined);
        if (state.answered === answered && known.length < found.length) return false;
        resolve(state.answered === answered ? known : []);
        return true;
      };
      if (look()) return promise;
      const unsubscribe = subscribe(() => look() && unsubscribe());
      return promise;
    },
    content: (number) =>
      new Promise((resolve) => {
        const others = waiting.get(number);
        waiting.set(number, [...(others ?? []), resolve]);
        if (others === undefined) host.post({ type: "readContent", number });
      }),
  };
}
