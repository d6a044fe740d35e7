/** The state of the panel: the query, the number of results, and the pages around the visible ones. */

import {
  type ComparedResult,
  type LibraryPush,
  type PanelDetails,
  type PanelEntry,
  type PanelFacets,
  type PanelLink,
  pageSize,
} from "../../library/libraryProtocol.ts";
import type { LibraryQuery } from "../../library/libraryQuery.ts";
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

export class LibraryStore {
  readonly #host: Host;
  readonly #listeners = new Set<() => void>();
  /** The most recently used pages last. `request`: the query's number; a page of an earlier query is shown until the new one arrives. */
  #pages = new Map<number, { entries: PanelEntry[]; request: number }>();
  readonly #asked = new Set<number>();
  /** Contents that are being read, by result. */
  readonly #reading = new Map<number, Promise<Uint8Array<ArrayBuffer> | undefined>>();
  #request = 0;
  #isOtherQuery = true;
  #described: number | undefined;
  #compared = "";
  #state: LibraryState;

  constructor(host: Host) {
    this.#host = host;
    this.#state = {
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
    host.listen((push) => this.#receive(push));
  }

  get state(): LibraryState {
    return this.#state;
  }

  /** undefined: its page is not loaded yet. */
  entryAt(index: number): PanelEntry | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.entries[index % pageSize];
  }

  /** Requests the pages of these results if they are not loaded. */
  need(first: number, last: number): void {
    if (this.#isOtherQuery) return;
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) {
      if (this.#pages.get(page)?.request === this.#request || this.#asked.has(page)) continue;
      this.#asked.add(page);
      void this.#readPage(this.#request, page);
    }
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  find(query: LibraryQuery): void {
    this.#isOtherQuery = true;
    this.#host.remember({ query });
    this.#change({ query, error: undefined });
    this.#ask();
  }

  /** undefined: it is not in a loaded page. */
  entryOf(number: number): PanelEntry | undefined {
    return [...this.#pages.values()].flatMap(({ entries }) => entries).find((entry) => entry.number === number);
  }
  /** Resolves with the results of a range once all are loaded, or with none if another query is answered before that. */
  entries(first: number, last: number): Promise<PanelEntry[]> {
    const { promise, resolve } = Promise.withResolvers<PanelEntry[]>();
    const { answered } = this.state;
    const end = () => Math.min(last, (this.state.total ?? 0) - 1);
    const look = (): boolean => {
      this.need(first, end());
      const found = Array.from({ length: Math.max(0, end() - first + 1) }, (_, index) => this.entryAt(first + index));
      const known = found.filter((entry) => entry !== undefined);
      if (this.state.answered === answered && known.length < found.length) return false;
      resolve(this.state.answered === answered ? known : []);
      return true;
    };
    if (look()) return promise;
    const unsubscribe = this.subscribe(() => look() && unsubscribe());
    return promise;
  }

  /** Requests the details of a result, also after later changes. Answers for other results are ignored from now on. */
  describe(number: number): void {
    this.#described = number;
    void this.#describe(number);
  }

  /** Requests these results. Answers for others are ignored from now on. */
  compare(numbers: readonly number[]): void {
    const compared = numbers.join();
    this.#compared = compared;
    void this.#host.call("compare", { numbers: [...numbers] }).then((reply) => {
      if (reply !== undefined && compared === this.#compared) this.#change({ compared: { numbers, results: reply.results } });
    });
  }

  /** undefined: it cannot be read. */
  content(number: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const known = this.#reading.get(number);
    if (known !== undefined) return known;
    const reading = this.#host
      .call("readContent", { number })
      .then((reply) => reply?.data)
      .finally(() => this.#reading.delete(number));
    this.#reading.set(number, reading);
    return reading;
  }

  /** An image, or its address. Rejects if it cannot be read. */
  async image({ number, mediaType, source }: PanelEntry): Promise<string | Blob> {
    if (source !== undefined && source !== "content") return source.address;
    const data = await this.content(number);
    if (data === undefined) throw new Error("The image cannot be read.");
    return new Blob([data], { type: mediaType });
  }

  #receive(push: LibraryPush): void {
    switch (push.type) {
      case "page":
        this.#receivePage(push.request, push.page, push.entries);
        return;
      case "links":
        if (push.number === this.#described) this.#change({ links: push });
        return;
      case "changed":
        this.#ask();
        if (this.#described !== undefined) void this.#describe(this.#described);
        return;
    }
  }

  #receivePage(request: number, page: number, entries: PanelEntry[]): void {
    if (request !== this.#request) return;
    this.#asked.delete(page);
    this.#keep(page, entries);
    this.#change({});
  }

  async #readPage(request: number, page: number): Promise<void> {
    const reply = await this.#host.call("readPage", { request, page });
    if (reply !== undefined) this.#receivePage(request, page, reply.entries);
  }

  async #describe(number: number): Promise<void> {
    const reply = await this.#host.call("describe", { number });
    if (reply !== undefined && number === this.#described) this.#change({ details: { number, shown: reply.details ?? "gone" } });
  }

  #change(next: Partial<LibraryState>): void {
    this.#state = { ...this.state, ...next };
    for (const listener of this.#listeners) listener();
  }

  #keep(page: number, entries: PanelEntry[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, { entries, request: this.#request });
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= mostPages) break;
      this.#pages.delete(oldest);
    }
  }

  #ask(): void {
    this.#request += 1;
    this.#asked.clear();
    void this.#find(this.#request);
  }

  async #find(request: number): Promise<void> {
    const found = await this.#host.call("find", { request, query: this.state.query });
    if (found === undefined || request !== this.#request) return;
    if ("error" in found) return this.#change({ error: found.error });
    const { total, results, isTrusted, entries } = found;
    const answered = this.state.answered + Number(this.#isOtherQuery);
    if (this.#isOtherQuery) this.#pages = new Map();
    this.#isOtherQuery = false;
    this.#keep(0, entries);
    this.#change({ total, results, answered, isTrusted, error: undefined });
    const reply = await this.#host.call("readFacets");
    if (reply?.facets !== undefined && request === this.#request) this.#change({ facets: reply.facets });
  }
}
