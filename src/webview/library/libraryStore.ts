/** The state of the panel: the query, the number of results, and the pages around the visible ones. */
import type { LibraryQuery } from "../../library/libraryQuery.ts";
import type { ComparedResult, PanelDetails, PanelEntry, PanelFacets, PanelLink, ToLibrary } from "../../library/toLibrary.ts";
import { pageSize } from "../../library/toLibraryHost.ts";
import type { Host } from "./host.ts";

/** Maximum number of cached pages; the most recently used ones are kept. */
const mostPages = 8;

export interface LibraryState {
  query: LibraryQuery;
  /** undefined: not known yet. */
  total: number | undefined;
  /** Number of results, if stacks are not counted as one entry. */
  results: number;
  /** Number of answered queries. Each answer is shown from the top. */
  answered: number;
  facets: PanelFacets | undefined;
  isTrusted: boolean;
  /** Why the search failed. */
  error: string | undefined;
  /** Details of the result that was described last; `gone`: it is no longer in the journal. */
  details: { number: number; shown: PanelDetails | "gone" } | undefined;
  /** Documents that link to it. */
  links: { number: number; links: readonly PanelLink[] } | undefined;
  /** The results that were compared last. */
  compared: { numbers: readonly number[]; results: readonly ComparedResult[] } | undefined;
}

export interface LibraryStore {
  readonly state: LibraryState;
  subscribe(listener: () => void): () => void;
  find(query: LibraryQuery): void;
  /** undefined: its page is not loaded yet. */
  entryAt(index: number): PanelEntry | undefined;
  /** undefined: it is not in a loaded page. */
  entryOf(number: number): PanelEntry | undefined;
  /** Requests the pages of these results if they are not loaded. */
  need(first: number, last: number): void;
  /** Resolves with the results of a range once all are loaded, or with none if another query is answered before that. */
  entries(first: number, last: number): Promise<PanelEntry[]>;
  /** Requests the details of a result, also after later changes. Answers for other results are ignored from now on. */
  describe(number: number): void;
  /** Requests these results. Answers for others are ignored from now on. */
  compare(numbers: readonly number[]): void;
  /** undefined: it cannot be read. */
  content(number: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

export function createLibraryStore(host: Host): LibraryStore {
  const listeners = new Set<() => void>();
  /** The most recently used pages last. `request`: the query's number; a page of an earlier query is shown until the new one arrives. */
  let pages = new Map<number, { entries: PanelEntry[]; request: number }>();
  const asked = new Set<number>();
  const waiting = new Map<number, ((data: Uint8Array<ArrayBuffer> | undefined) => void)[]>();
  let request = 0;
  let isOtherQuery = true;
  let described: number | undefined;
  let compared = "";
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
        if (message.number === described) change({ details: { number: message.number, shown: message.details ?? "gone" } });
        return;
      case "links":
        if (message.number === described) change({ links: message });
        return;
      case "compared":
        if (message.numbers.join() === compared) change({ compared: message });
        return;
      case "content":
        for (const resolve of waiting.get(message.number) ?? []) resolve(message.data);
        waiting.delete(message.number);
        return;
      case "changed":
        ask();
        if (described !== undefined) host.post({ type: "describe", number: described });
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
    describe(number) {
      described = number;
      host.post({ type: "describe", number });
    },
    compare(numbers) {
      compared = numbers.join();
      host.post({ type: "compare", numbers: [...numbers] });
    },
    content: (number) =>
      new Promise((resolve) => {
        const others = waiting.get(number);
        waiting.set(number, [...(others ?? []), resolve]);
        if (others === undefined) host.post({ type: "readContent", number });
      }),
  };
}
