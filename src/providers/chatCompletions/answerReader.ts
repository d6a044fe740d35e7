/** Converts what an engine answers to a chat completion into the AI SDK's parts. */
import type { JSONValue, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { GrowingText } from "../../output/growingText.ts";
import { compatibleName } from "../dialects/optionNames.ts";
import { isPage } from "../errorReason.ts";
import { requireShort } from "../files/requireShort.ts";
import { readAnswerEnd } from "../finishReason.ts";
import { addUsage, modelUsage, noCounts, type UsageCounts } from "../readUsage.ts";
import { StreamedError } from "../streamedError.ts";
import { AnswerImages } from "./answerImages.ts";
import type { AnswerReaderOptions } from "./answerReaderOptions.ts";
import { BlockWriter } from "./blockWriter.ts";
import { CallCollector } from "./callCollector.ts";
import { cite } from "./citeSources.ts";
import { EndMarks } from "./endMarks.ts";
import { type EventValue, EventValueReader } from "./eventValues.ts";
import { FirstChoice } from "./firstChoice.ts";
import { LateValues } from "./lateValues.ts";
import { isSignOfLife, listIn, withoutThinkTags } from "./oddValues.ts";
import { type Chunk, readChunk, type Source } from "./readChunk.ts";
import { RepeatedText } from "./repeatedText.ts";
import { ReturnedReasoning } from "./returnedReasoning.ts";
import { textWasReasoning } from "./textWasReasoning.ts";
import { type ThinkPiece, ThinkTags } from "./thinkTags.ts";
import type { Functions, WrittenCall } from "./writtenCalls/callForm.ts";
import { callsAtEnd, WrittenCalls } from "./writtenCalls/writtenCalls.ts";
import { WrittenImages } from "./writtenImages.ts";

type Part = LanguageModelV4StreamPart;

/** How much of what cannot be read is kept for an error, in characters. */
const keptUnreadable = 2000;

export class AnswerReader {
  readonly #emit: (part: Part) => void;
  readonly #onOdd: (what: string) => void;
  readonly #values: EventValueReader;
  readonly #tags: ThinkTags;
  readonly #endMarks = new EndMarks();
  /** undefined: the request has no functions, or the engine itself separates the calls from the text. */
  #written: WrittenCalls | undefined;
  readonly #functions: Functions;
  readonly #calls: CallCollector;
  readonly #annotations: JSONValue[] = [];
  readonly #annotated = new Set<string>();
  #annotationsSize = 0;
  #sources: readonly Source[] = [];
  readonly #blocks: BlockWriter;
  #usage: UsageCounts = noCounts;
  #finishReason: string | undefined;
  readonly #returned = new ReturnedReasoning();
  readonly #textSoFar = new RepeatedText();
  readonly #reasoningSoFar = new RepeatedText();
  /** Reasoning in tags as far as it repeats that of the field; undefined: it is another one. */
  #taggedAgain: string | undefined = "";
  readonly #declinedSoFar = new RepeatedText();
  /** The reasoning, as long as the answer has nothing else. */
  readonly #reasoning = new GrowingText();
  readonly #markdown = new WrittenImages(() => this.#textSoFar.received);
  readonly #images: AnswerImages;
  /** Whether some text has arrived that is no white space. */
  #hasText = false;
  /** JSON that was asked for is text as soon as it has begun, whatever marks of thinking or calls its values contain. */
  #json: "asked" | "begun" | undefined;
  #writtenCalls = 0;
  #chunks = 0;
  /** The answer may be the only chunk, which does not give a reason for the end. */
  #isSingle = false;
  #unreadable = "";
  #isDone = false;
  #hasEnded = false;
  readonly #late = new LateValues((value) => this.#read(value));
  readonly #choice: FirstChoice;

  constructor({ holdsText, functions, asksJson = false, emit, onOdd, address }: AnswerReaderOptions) {
    if (asksJson) this.#json = "asked";
    this.#emit = emit;
    this.#blocks = new BlockWriter(emit);
    this.#images = new AnswerImages({ address, onOdd, write: (part) => this.#blocks.addWhole(part) });
    this.#onOdd = onOdd;
    this.#values = new EventValueReader((value) => this.#late.add(value));
    this.#choice = new FirstChoice(
      (chunk) => this.#write(chunk),
      () => onOdd("another choice"),
    );
    this.#tags = new ThinkTags({ holdsText, emit: (piece) => this.#writePiece(piece) });
    this.#functions = functions;
    if (functions.size > 0) this.#written = new WrittenCalls(functions);
    this.#calls = new CallCollector([...functions.keys()], (part) => {
      this.#blocks.close();
      emit(part);
    });
  }

  /** Whether nothing more is read, although the connection may be open. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether the model closed a tag of reasoning that it did not open. */
  get closedUnopened(): boolean {
    return this.#tags.closedUnopened;
  }

  /** Whether values of the last packet wait for `readLate`, the next packet, or the end. */
  get isLate(): boolean {
    return !this.#late.isEmpty;
  }

  add(bytes: Uint8Array): void {
    this.readLate();
    if (this.#hasEnded) return;
    this.#values.add(bytes);
    if (!this.isLate) this.#endPacket();
  }

  readLate(): void {
    if (this.#late.read()) this.#endPacket();
  }

  #endPacket(): void {
    this.#tags.endPacket();
    if (this.#isDone) this.end();
  }

  /** The answer ended. `broken`: what ended it, if it was not the engine. */
  end(broken?: unknown): void {
    this.readLate();
    if (this.#hasEnded) return;
    this.#values.end(broken === undefined);
    this.readLate();
    if (this.#hasEnded) return;
    this.#choice.end();
    this.#endText();
    if (this.#written && this.#blocks.hasOnlyReasoning && this.#calls.isEmpty) {
      for (const call of callsAtEnd(this.#reasoning.text, this.#functions)) this.#addWritten(call);
    }
    const isEmpty = this.#blocks.isEmpty && this.#calls.isEmpty;
    const isSingle = this.#isSingle && this.#chunks === 1 && broken === undefined && !isEmpty;
    // The mark alone is no answer.
    const isMarked = this.#isDone && this.#chunks > 0 && (this.#blocks.isEmpty || this.#unreadable === "");
    const isWhole = this.#finishReason !== undefined || isSingle || isMarked;
    if (!isWhole) {
      this.#fail(broken ?? (this.#unreadable === "" ? new Error("The stream ended early.") : new StreamedError(this.#unreadable)));
      return;
    }
    this.#hasEnded = true;
    const unnamed = this.#calls.end();
    this.#writeReturned();
    if (unnamed > 0) this.#onOdd("a function call without a name");
    this.#blocks.close();
    if (this.#annotations.length === 0) this.#annotations.push(...cite(this.#sources, this.#textSoFar.received));
    if (isEmpty && this.#unreadable !== "") this.#emit({ type: "error", error: new StreamedError(this.#unreadable) });
    this.#emit({
      type: "finish",
      usage: modelUsage(this.#usage),
      finishReason: { unified: this.#finishReason === undefined ? "stop" : "other", raw: this.#finishReason },
      ...(this.#annotations.length > 0 ? { providerMetadata: { [compatibleName]: { annotations: this.#annotations } } } : {}),
    });
  }

  /** A block without text, which is kept for the next request. It is only needed with calls. */
  #writeReturned(): void {
    const providerMetadata = this.#calls.isEmpty ? undefined : this.#returned.metadata();
    if (!providerMetadata) return;
    this.#blocks.close();
    this.#emit({ type: "reasoning-start", id: "returned", providerMetadata });
    this.#emit({ type: "reasoning-end", id: "returned" });
  }

  #fail(error: unknown): void {
    this.#hasEnded = true;
    this.#blocks.close();
    this.#emit({ type: "error", error });
  }

  #read(value: EventValue): void {
    if (this.#hasEnded || this.#isDone) return;
    switch (value.type) {
      case "done":
        this.#isDone = true;
        return;
      case "text":
        this.#readUnreadable(value.text, value.event);
        return;
      case "json":
        // Some proxies send several chunks as one value, or a chunk as a text.
        for (const each of listIn(value.value)) this.#readJson(each, value);
    }
  }

  #readUnreadable(text: string, event: string): void {
    if (event === "error" || /^\W{0,3}error\b/i.test(text) || isPage(text)) {
      this.#endText();
      this.#fail(new StreamedError(text));
      return;
    }
    if (isSignOfLife(event) || isSignOfLife(text)) return;
    this.#onOdd("text that is not JSON");
    this.#unreadable = `${this.#unreadable} ${text}`.trim().slice(0, keptUnreadable);
  }

  #readJson(value: unknown, { event, isFramed }: { event: string; isFramed: boolean }): void {
    if (this.#hasEnded || this.#isDone) return;
    if (typeof value === "string" && value.trim() !== "") {
      this.#readUnreadable(value, event);
      return;
    }
    const read = readChunk(value, event, this.#choice.index);
    switch (read.type) {
      case "nothing":
        if (!isSignOfLife(event)) this.#onOdd("a chunk that is not an object");
        return;
      case "error":
        this.#endText();
        if (this.#isComplete()) {
          this.#onOdd("an error after the end of an answer");
          this.#isDone = true;
        } else this.#fail(new StreamedError(read.error));
        return;
      case "notice":
        this.#readUnreadable(read.text, event);
        return;
      case "chunk":
        this.#chunks += 1;
        this.#isSingle = read.chunk.isComplete && !isFramed;
        this.#choice.add(read.chunk);
    }
  }

  /** Whether the engine has given a reason for the end that is no failure. */
  #isComplete(): boolean {
    return this.#finishReason !== undefined && readAnswerEnd({ unified: "other", raw: this.#finishReason }).type !== "failed";
  }

  #write(chunk: Chunk): void {
    // Before it is searched for marks.
    requireShort(chunk.text.length + chunk.reasoning.length);
    const isLast = chunk.finishReason !== undefined || chunk.calls.length > 0;
    const read = (received: RepeatedText, text: string) =>
      chunk.isWhole && text !== "" ? received.addWhole(text) : received.add(text, isLast);
    const reasoning = read(this.#reasoningSoFar, chunk.reasoning);
    this.#returned.addText(reasoning, chunk.reasoningField ?? "content");
    if (chunk.returned) this.#returned.addDetails(chunk.returned, chunk.isWhole);
    this.#addReasoning(reasoning);
    if (chunk.text !== "") this.#addReasoning(this.#reasoningSoFar.end());
    this.#addText(read(this.#textSoFar, chunk.text));
    this.#addDeclined(read(this.#declinedSoFar, chunk.refusal));
    for (const image of chunk.images) this.#images.add(image);
    // The text before a call is complete.
    if (chunk.calls.length > 0 && this.#calls.isEmpty) {
      this.#releaseWritten();
      this.#written = undefined;
      this.#endText();
    }
    for (const call of chunk.calls) this.#calls.add(call);
    for (const annotation of chunk.annotations) this.#annotate(annotation);
    if (chunk.sources.length > 0) this.#sources = chunk.sources;
    if (chunk.text !== "" || chunk.reasoning !== "" || chunk.calls.length > 0) this.#unreadable = "";
    // Some engines give a reason with each chunk.
    if (chunk.text !== "") this.#finishReason = chunk.finishReason ?? this.#finishReason;
    else this.#finishReason ??= chunk.finishReason;
    requireShort(this.#size);
    if (chunk.usage !== undefined) {
      const usage = addUsage(this.#usage, chunk.usage);
      if (usage) this.#usage = usage;
    }
  }

  /** UTF-16 code units of what is kept. */
  get #size(): number {
    const texts = [this.#textSoFar, this.#reasoningSoFar, this.#declinedSoFar];
    const others = this.#calls.size + this.#annotationsSize + this.#returned.size;
    return texts.reduce((sum, { received }) => sum + received.length, others);
  }

  /** Some engines send all annotations so far with each chunk. */
  #annotate(annotation: JSONValue): void {
    const written = JSON.stringify(annotation);
    if (this.#annotated.has(written)) return;
    this.#annotationsSize += written.length;
    this.#annotated.add(written);
    this.#annotations.push(annotation);
  }

  #addReasoning(received: string): void {
    const reasoning = received.includes("think>") ? withoutThinkTags(received) : received;
    if (reasoning === "") return;
    this.#tags.reasoningIsSeparate();
    this.#writeReasoning(reasoning);
  }

  #addText(text: string): void {
    if (text === "") return;
    if (this.#json === "asked" && !this.#hasText && /^\s*[{[]/.test(text)) this.#json = "begun";
    this.#hasText ||= /\S/.test(text);
    if (this.#json === "begun") this.#blocks.append("text", text);
    else this.#tags.add(text);
  }

  /** No text follows, or something else comes before it. */
  #endText(): void {
    this.#addReasoning(this.#reasoningSoFar.end());
    this.#addText(this.#textSoFar.end());
    this.#addDeclined(this.#declinedSoFar.end());
    this.#tags.end();
    this.#endWritten();
    this.#endMarkedText();
  }

  #releaseWritten(): void {
    const held = this.#written?.release() ?? "";
    if (held !== "") this.#writeText(held);
  }

  #endWritten(): void {
    for (const piece of this.#written?.end() ?? []) {
      if (piece.type === "call") {
        this.#endMarkedText();
        this.#addWritten(piece.call);
      } else if (this.#writtenCalls === 0) this.#writeText(piece.text);
      else this.#writeAfterCalls(piece.text);
    }
  }

  #addWritten(call: WrittenCall): void {
    this.#writtenCalls += 1;
    this.#calls.add({ ...call, index: undefined, id: `written-${this.#writtenCalls}`, metadata: undefined });
  }

  #writeReasoning(reasoning: string): void {
    this.#blocks.append("reasoning", reasoning);
    // Some models call within their reasoning, and answer nothing.
    if (this.#written && this.#blocks.hasOnlyReasoning) this.#reasoning.add(reasoning);
  }

  /** Text after a call may be another message of gpt-oss. */
  #writeAfterCalls(text: string): void {
    const tags = new ThinkTags({
      holdsText: false,
      emit: (piece) => {
        if (piece.type === "text") this.#writeText(piece.text);
        else if (piece.type === "reasoning") this.#blocks.append("reasoning", piece.text);
      },
    });
    tags.add(text);
    tags.end();
  }

  #writeText(text: string): void {
    const written = this.#endMarks.add(text);
    if (written !== "") this.#appendText(written);
  }

  #appendText(text: string): void {
    for (const { text: written, uri } of this.#markdown.add(text)) {
      if (uri === undefined || !this.#images.addInline(uri)) this.#blocks.append("text", written);
    }
  }

  /** Some proxies send the reasoning in a field of its own and again in tags. */
  #writeTagged(reasoning: string): void {
    this.#returned.addText(reasoning, undefined);
    const separate = this.#reasoningSoFar.received.trimStart();
    const tagged = (this.#taggedAgain ?? "") + reasoning;
    const isRepeated = this.#taggedAgain !== undefined && separate !== "" && separate.startsWith(tagged);
    if (!isRepeated) this.#writeReasoning(tagged);
    this.#taggedAgain = isRepeated ? tagged : undefined;
  }

  #endMarkedText(): void {
    const rest = this.#endMarks.end();
    if (rest !== "") this.#appendText(rest);
    const held = this.#markdown.end();
    if (held !== "") this.#blocks.append("text", held);
  }

  #addDeclined(text: string): void {
    if (text !== "") this.#blocks.append("refusal", text);
  }

  #writePiece(piece: ThinkPiece): void {
    if (piece.type === "reasoning") {
      this.#writeTagged(piece.text);
      return;
    }
    if (piece.type === "text") {
      const text = this.#written ? this.#written.add(piece.text) : piece.text;
      if (text !== "") this.#writeText(text);
      return;
    }
    this.#releaseWritten();
    // The answer begins now.
    if (this.#written) this.#written = new WrittenCalls(this.#functions);
    this.#endMarkedText();
    this.#blocks.close();
    this.#emit({ type: "custom", kind: textWasReasoning });
  }
}
