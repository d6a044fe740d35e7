/** Plays one audio file at a time. */
import type { PanelEntry } from "../../library/toLibrary.ts";
import type { LibraryStore } from "./libraryStore.ts";

export interface Player {
  /** Number of the result that is playing. */
  readonly playing: number | undefined;
  toggle(entry: PanelEntry): Promise<void>;
  subscribe(listener: () => void): () => void;
}

export function createPlayer(store: LibraryStore): Player {
  const listeners = new Set<() => void>();
  const audio = new Audio();
  let playing: number | undefined;
  let copy: string | undefined;
  /** Number of stops: after another one, what was started before has no effect. */
  let stops = 0;

  function setPlaying(next: number | undefined): void {
    playing = next;
    for (const listener of listeners) listener();
  }

  function stop(): void {
    stops += 1;
    audio.pause();
    if (copy !== undefined) URL.revokeObjectURL(copy);
    copy = undefined;
    setPlaying(undefined);
  }

  async function addressOf({ number, source, mediaType }: PanelEntry): Promise<string | undefined> {
    if (source !== "content") return source?.address;
    const data = await store.content(number);
    return data && URL.createObjectURL(new Blob([data], { type: mediaType }));
  }

  for (const type of ["ended", "error"]) audio.addEventListener(type, stop);

  return {
    get playing() {
      return playing;
    },
    async toggle(entry) {
      const wasPlaying = playing === entry.number;
      stop();
      if (wasPlaying) return;
      const before = stops;
      setPlaying(entry.number);
      const address = await addressOf(entry);
      // Another file was started, or this one was stopped, in the meantime.
      if (stops !== before || address === undefined) {
        if (entry.source === "content" && address !== undefined) URL.revokeObjectURL(address);
        if (stops === before) setPlaying(undefined);
        return;
      }
      if (entry.source === "content") copy = address;
      audio.src = address;
      // `play` also rejects if it was stopped while it was loading.
      await audio.play().catch(() => stops === before && stop());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
