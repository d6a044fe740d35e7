/** Reads an answer aloud sentence by sentence. The host provides each recording; the next one is requested during playback. */
import { fromBase64 } from "../fromBase64.ts";
import type { Host } from "../host.ts";
import type { PanelStore } from "../panelStore.ts";
import { findSentences, type Sentence } from "./findSentences.ts";

/** `number`: one-based number of the sentence. */
interface Reading {
  turnId: string;
  state: "waiting" | "playing" | "paused";
  number: number;
  count: number;
}

/** Name of the highlight of the current sentence. */
const heard = "heard-sentence";

interface Run {
  readonly id: number;
  readonly turnId: string;
  readonly sentences: readonly Sentence[];
  /** Requested recordings that have not been played, by sentence index. */
  readonly recordings: Map<number, Promise<Blob | undefined>>;
  at: number;
  isPaused: boolean;
}

export class SpeechPlayer {
  readonly #host: Host;
  readonly #listeners = new Set<() => void>();
  readonly #audio = new Audio();
  #reading: Reading | undefined;
  #run: Run | undefined;
  #runs = 0;
  /** Of the current recording: while there is an address, the page keeps the recording in memory. */
  #address: string | undefined;

  constructor(store: PanelStore, host: Host) {
    this.#host = host;
    this.#audio.addEventListener("ended", () => {
      if (this.#run !== undefined) void this.#play(this.#run, this.#run.at + 1);
    });
    store.subscribeRequest("readAloud", ({ turnId, index }) => this.start(turnId, index));
  }

  get reading(): Reading | undefined {
    return this.#reading;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** While paused, no further sentence is requested. */
  pause(): void {
    if (this.#run === undefined) return;
    this.#run.isPaused = true;
    this.#audio.pause();
    this.#show("paused");
  }

  resume(): void {
    if (this.#run === undefined) return;
    this.#run.isPaused = false;
    const current = this.#run;
    // If the recording has not arrived yet, it is played when it does.
    if (CSS.highlights.has(heard) && this.#audio.src !== "" && !this.#audio.ended) this.#begin(current);
    else this.#show("waiting");
  }

  #show(state: Reading["state"] | undefined): void {
    this.#reading =
      this.#run === undefined || state === undefined
        ? undefined
        : { turnId: this.#run.turnId, state, number: this.#run.at + 1, count: this.#run.sentences.length };
    for (const listener of this.#listeners) listener();
  }

  /** No further sentence is requested. */
  stop(): void {
    if (this.#run === undefined) return;
    this.#run = undefined;
    this.#audio.pause();
    this.#load(undefined);
    CSS.highlights.delete(heard);
    this.#host.call("stopSpeaking");
    this.#show(undefined);
  }

  #load(recording: Blob | undefined): void {
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
    this.#address = recording && URL.createObjectURL(recording);
    if (this.#address !== undefined) this.#audio.src = this.#address;
  }

  #recordingOf(current: Run, index: number): Promise<Blob | undefined> | undefined {
    const sentence = current.sentences[index];
    if (sentence === undefined) return undefined;
    const requested = current.recordings.get(index) ?? this.#speak(current, index, sentence);
    current.recordings.set(index, requested);
    return requested;
  }

  /** If a recording fails, the sentences before it are still played. */
  async #speak({ id, turnId }: Run, index: number, { text, speaker }: Sentence): Promise<Blob | undefined> {
    const recording = (await this.#host.call("speak", { reading: id, turnId, index, text, ...(speaker && { speaker }) }))?.recording;
    return recording && new Blob([fromBase64(recording.data)], { type: recording.mediaType });
  }

  async #play(current: Run, index: number): Promise<void> {
    const requested = this.#recordingOf(current, index);
    if (requested === undefined) {
      this.stop();
      return;
    }
    current.at = index;
    this.#show(current.isPaused ? "paused" : "waiting");
    const recording = await requested;
    if (this.#run !== current) return;
    if (recording === undefined) {
      this.stop();
      return;
    }
    current.recordings.delete(index);
    this.#mark(current.sentences[index]);
    this.#load(recording);
    if (!current.isPaused) this.#begin(current);
  }

  #begin(current: Run): void {
    this.#audio.play().then(
      () => {
        if (this.#run !== current || current.isPaused) return;
        this.#show("playing");
        void this.#recordingOf(current, current.at + 1);
      },
      () => {
        // Skip a recording that the browser cannot play. `play` also rejects if it was paused or ended in the meantime.
        if (this.#run === current && !current.isPaused && this.#audio.error !== null) void this.#play(current, current.at + 1);
      },
    );
  }

  #mark(sentence: Sentence | undefined): void {
    if (sentence === undefined) return;
    CSS.highlights.set(heard, new Highlight(sentence.range));
    sentence.range.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
  }

  /** Ends the current reading. `from`: index of the first sentence. */
  start(turnId: string, from = 0): void {
    this.stop();
    const answer = document.querySelector(`article[data-turn="${CSS.escape(turnId)}"]`);
    const texts = [...(answer?.querySelectorAll(".markdown") ?? [])].filter((text) => text.closest(".reasoning") === null);
    const sentences = texts.flatMap((text) => findSentences(text, document.documentElement.lang));
    if (from >= sentences.length) return;
    this.#runs += 1;
    this.#run = { id: this.#runs, turnId, sentences, recordings: new Map(), at: from, isPaused: false };
    void this.#play(this.#run, from);
  }
}
