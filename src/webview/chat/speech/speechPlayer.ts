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

export interface SpeechPlayer {
  readonly reading: Reading | undefined;
  subscribe(listener: () => void): () => void;
  /** Ends the current reading. `from`: index of the first sentence. */
  start(turnId: string, from?: number): void;
  /** While paused, no further sentence is requested. */
  pause(): void;
  resume(): void;
  /** No further sentence is requested. */
  stop(): void;
}

/** Name of the highlight of the current sentence. */
const heard = "heard-sentence";

interface Run {
  readonly id: number;
  readonly turnId: string;
  readonly sentences: readonly Sentence[];
  /** Requested recordings that have not been played, by sentence index. */
  readonly recordings: Map<number, PromiseWithResolvers<Blob | undefined>>;
  at: number;
  isPaused: boolean;
}

export function createSpeechPlayer(store: PanelStore, host: Host): SpeechPlayer {
  const listeners = new Set<() => void>();
  const audio = new Audio();
  let reading: Reading | undefined;
  let run: Run | undefined;
  let runs = 0;
  /** Of the current recording: while there is an address, the page keeps the recording in memory. */
  let address: string | undefined;

  function show(state: Reading["state"] | undefined): void {
    reading =
      run === undefined || state === undefined ? undefined : { turnId: run.turnId, state, number: run.at + 1, count: run.sentences.length };
    for (const listener of listeners) listener();
  }

  function stop(): void {
    if (run === undefined) return;
    run = undefined;
    audio.pause();
    load(undefined);
    CSS.highlights.delete(heard);
    host.post({ type: "stopSpeaking" });
    show(undefined);
  }

  function load(recording: Blob | undefined): void {
    if (address !== undefined) URL.revokeObjectURL(address);
    address = recording && URL.createObjectURL(recording);
    if (address !== undefined) audio.src = address;
  }

  function recordingOf(current: Run, index: number): Promise<Blob | undefined> | undefined {
    const sentence = current.sentences[index];
    if (sentence === undefined) return undefined;
    const known = current.recordings.get(index);
    if (known !== undefined) return known.promise;
    const requested = Promise.withResolvers<Blob | undefined>();
    current.recordings.set(index, requested);
    host.post({ type: "speak", reading: current.id, turnId: current.turnId, index, text: sentence.text });
    return requested.promise;
  }

  async function play(current: Run, index: number): Promise<void> {
    const requested = recordingOf(current, index);
    if (requested === undefined) {
      stop();
      return;
    }
    current.at = index;
    show(current.isPaused ? "paused" : "waiting");
    const recording = await requested;
    if (run !== current) return;
    if (recording === undefined) {
      stop();
      return;
    }
    current.recordings.delete(index);
    mark(current.sentences[index]);
    load(recording);
    if (!current.isPaused) begin(current);
  }

  function begin(current: Run): void {
    audio.play().then(
      () => {
        if (run !== current || current.isPaused) return;
        show("playing");
        void recordingOf(current, current.at + 1);
      },
      () => {
        // Skip a recording that the browser cannot play. `play` also rejects if it was paused or ended in the meantime.
        if (run === current && !current.isPaused && audio.error !== null) void play(current, current.at + 1);
      },
    );
  }

  function mark(sentence: Sentence | undefined): void {
    if (sentence === undefined) return;
    CSS.highlights.set(heard, new Highlight(sentence.range));
    sentence.range.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
  }

  function start(turnId: string, from = 0): void {
    stop();
    const answer = document.querySelector(`article[data-turn="${CSS.escape(turnId)}"]`);
    const texts = [...(answer?.querySelectorAll(".markdown") ?? [])].filter((text) => text.closest(".reasoning") === null);
    const sentences = texts.flatMap((text) => findSentences(text, document.documentElement.lang));
    if (from >= sentences.length) return;
    runs += 1;
    run = { id: runs, turnId, sentences, recordings: new Map(), at: from, isPaused: false };
    void play(run, from);
  }

  audio.addEventListener("ended", () => {
    if (run !== undefined) void play(run, run.at + 1);
  });
  store.subscribeRequest("speech", ({ reading: id, index, data, mediaType }) => {
    if (run?.id !== id) return;
    // If a recording fails, the sentences before it are still played.
    const recording = data === undefined ? undefined : new Blob([fromBase64(data)], { type: mediaType ?? "" });
    run.recordings.get(index)?.resolve(recording);
  });
  store.subscribeRequest("readAloud", ({ turnId, index }) => start(turnId, index));

  return {
    get reading() {
      return reading;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    start,
    pause() {
      if (run === undefined) return;
      run.isPaused = true;
      audio.pause();
      show("paused");
    },
    resume() {
      if (run === undefined) return;
      run.isPaused = false;
      const current = run;
      // If the recording has not arrived yet, it is played when it does.
      if (CSS.highlights.has(heard) && audio.src !== "" && !audio.ended) begin(current);
      else show("waiting");
    },
    stop,
  };
}
