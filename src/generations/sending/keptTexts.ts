/**
 * Texts of v1 that outlive their process: the journal keeps them, so that they can be read by their key like tasks, or until a window has
 * brought them to their document. Each is streamed to its end by this process. What a stream did not bring is fetched by the service's id,
 * by whichever process follows the task then.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Generation, KeptTextOptions, StreamedText, TextOptions } from "../generation.ts";
import type { Journal } from "../journal/journal.ts";
import { type FollowedTask, isLeftRunning, isRunning } from "../task.ts";
import { startText, type TextSource } from "./startText.ts";

/** How long a closing process waits for the ids of texts that it has requested. */
const idMilliseconds = 2000;

interface Stream {
  controller: AbortController;
  /** Resolves when the service's id, or the end, is known. */
  identified: PromiseWithResolvers<void>;
  /** Resolves when the end is recorded. */
  done: PromiseWithResolvers<void>;
}

export interface KeptTextsOptions {
  journal: Journal;
  /** The rest of the text, or the cost of what was stopped, is to be fetched. */
  onUnfinished: (task: FollowedTask) => void;
  /** A text is not streamed any more. */
  onDone: () => void;
}

export class KeptTexts {
  readonly #options: KeptTextsOptions;
  /** By task key. */
  readonly #streams = new Map<string, Stream>();
  #isClosed = false;

  constructor(options: KeptTextsOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#streams.size === 0;
  }

  /** See `GenerationStarter`. */
  async start(source: TextSource, key: string, request: StreamedText, options: KeptTextOptions | TextOptions): Promise<Generation> {
    const controller = new AbortController();
    const stream: Stream = { controller, identified: Promise.withResolvers(), done: Promise.withResolvers() };
    const signal = options.signal === undefined ? controller.signal : AbortSignal.any([options.signal, controller.signal]);
    this.#streams.set(key, stream);
    const onSettled = () => this.#end(key, stream);
    try {
      const onIdentified = () => stream.identified.resolve();
      return await startText({ ...source, onIdentified, onSettled, isLeft: () => this.#isClosed }, key, request, { ...options, signal });
    } catch (error) {
      onSettled();
      throw error;
    }
  }

  /** Ends the stream of a text. undefined: this process streams none with this key. */
  stop(key: string): Promise<void> | undefined {
    const stream = this.#streams.get(key);
    stream?.controller.abort();
    return stream?.done.promise;
  }

  /** Leaves the texts to other processes, which fetch them by their ids. */
  async close(): Promise<void> {
    const identified = [...this.#streams.values()].map((stream) => stream.identified.promise);
    await Promise.race([Promise.all(identified), delay(idMilliseconds, undefined, { ref: false })]);
    this.#isClosed = true;
  }

  #end(key: string, { identified, done }: Stream): void {
    this.#streams.delete(key);
    identified.resolve();
    if (!this.#isClosed) {
      const task = this.#read(key);
      if (task?.id !== undefined && (isRunning(task) || isLeftRunning(task))) this.#options.onUnfinished(task);
      this.#options.onDone();
    }
    done.resolve();
  }

  /** undefined: it was removed, or the journal cannot be read: the next process that opens it follows the task. */
  #read(key: string) {
    try {
      return this.#options.journal.tasks.get(key);
    } catch {
      return undefined;
    }
  }
}
