/** Plays one audio file at a time. */
import type { PanelEntry } from "../../library/libraryProtocol.ts";
import type { LibraryStore } from "./libraryStore.ts";

export class SoundPlayer {
  readonly #store: LibraryStore;
  readonly #listeners = new Set<() => void>();
  readonly #audio = new Audio();
  #playing: number | undefined;
  #copy: string | undefined;
  /** Number of stops: after another one, what was started before has no effect. */
  #stops = 0;

  constructor(store: LibraryStore) {
    this.#store = store;
    for (const type of ["ended", "error"]) this.#audio.addEventListener(type, () => this.#stop());
  }

  /** Number of the result that is playing. */
  get playing(): number | undefined {
    return this.#playing;
  }

  async toggle(entry: PanelEntry): Promise<void> {
    const wasPlaying = this.#playing === entry.number;
    this.#stop();
    if (wasPlaying) return;
    const before = this.#stops;
    this.#setPlaying(entry.number);
    const address = await this.#addressOf(entry);
    // Another file was started, or this one was stopped, in the meantime.
    if (this.#stops !== before || address === undefined) {
      if (entry.source === "content" && address !== undefined) URL.revokeObjectURL(address);
      if (this.#stops === before) this.#setPlaying(undefined);
      return;
    }
    if (entry.source === "content") this.#copy = address;
    this.#audio.src = address;
    // `play` also rejects if it was stopped while it was loading.
    await this.#audio.play().catch(() => this.#stops === before && this.#stop());
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #setPlaying(next: number | undefined): void {
    this.#playing = next;
    for (const listener of this.#listeners) listener();
  }

  #stop(): void {
    this.#stops += 1;
    this.#audio.pause();
    if (this.#copy !== undefined) URL.revokeObjectURL(this.#copy);
    this.#copy = undefined;
    this.#setPlaying(undefined);
  }

  async #addressOf({ number, source, mediaType }: PanelEntry): Promise<string | undefined> {
    if (source !== "content") return source?.address;
    const data = await this.#store.content(number);
    return data && URL.createObjectURL(new Blob([data], { type: mediaType }));
  }
}
