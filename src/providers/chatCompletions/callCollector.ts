/** Joins the pieces of function calls. Ids and indexes may be missing, repeated or changing. */
import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { parseJson } from "../../contract/parseJson.ts";
import { tryParseJson } from "../../contract/tryParseJson.ts";
import { GrowingText } from "../../output/growingText.ts";
import { mostCalls } from "../files/answerLimits.ts";
import { EngineError } from "../providerError.ts";
import { ExactJson } from "./exactJson.ts";
import { repairArguments, splitObjects } from "./looseJson.ts";

/** A piece of a call as a chunk contains it; undefined where the engine gives nothing usable. */
export interface CallPiece {
  index: number | undefined;
  id: string | undefined;
  name: string | undefined;
  arguments: string | undefined;
  metadata: SharedV4ProviderMetadata | undefined;
}

interface Call {
  /** The engine's id, or our own where there is none or it is another call's: engines repeat ids. */
  readonly key: string;
  readonly index: number | undefined;
  readonly ids: Set<string>;
  name: string | undefined;
  /** Whether the name was passed on, so that it is complete. */
  isAnnounced: boolean;
  written: string;
  growing: GrowingText;
  /** What of it was not passed on. */
  waiting: GrowingText;
  /** Nothing but white space was written. */
  isBlank: boolean;
  /** A quote begins arguments that are written as JSON in a JSON text. */
  isQuoted: boolean;
  /** Whether the last piece may end an object: only then it is worth while to parse all that was written. */
  mayBeWhole: boolean;
  /** The last piece, if it repeats the pieces before it: some engines send all arguments so far with each piece. */
  whole: string | undefined;
  /** How much of the arguments was passed on, and how much may be: what is not exact is repaired at the end. */
  passed: number;
  exact: ExactJson;
  metadata: SharedV4ProviderMetadata | undefined;
}

export class CallCollector {
  readonly #calls: Call[] = [];
  /** Those of all calls: what is new is not looked for among many calls. */
  readonly #known = { ids: new Set<string>(), indexes: new Set<number>(), keys: new Set<string>() };
  readonly #functions: readonly string[];
  readonly #emit: (part: LanguageModelV4StreamPart) => void;

  /** `functions`: the names of the request, to recognise a name that arrives in pieces. */
  constructor(functions: readonly string[], emit: (part: LanguageModelV4StreamPart) => void) {
    this.#functions = functions;
    this.#emit = emit;
  }

  /** UTF-16 code units of arguments, and what each piece costs beside them. */
  size = 0;

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  add(piece: CallPiece): void {
    const written = piece.arguments;
    // Some engines send the arguments of several calls as one text.
    const each =
      written !== undefined && /\}\s*\{/.test(written) && tryParseJson(written) === undefined ? splitObjects(written) : [written];
    for (const part of each) this.#add({ ...piece, arguments: part });
  }

  #add(piece: CallPiece): void {
    const found = this.#named(piece) ?? this.#find(piece);
    const call = found === undefined || beginsAnother(found, piece) ? this.#begin(piece, found?.name) : found;
    if (piece.id !== undefined) {
      call.ids.add(piece.id);
      this.#known.ids.add(piece.id);
    }
    if (piece.metadata) call.metadata = piece.metadata;
    call.name ??= piece.name;
    if (piece.arguments !== undefined) this.#append(call, piece.arguments);
    if (call.name === undefined || (!call.isAnnounced && call.written === "" && this.#isStart(call.name))) return;
    this.#announce(call, call.name);
    this.#passOn(call);
  }

  /** Ends all calls. Returns how many have no name, and therefore cannot be made. */
  end(): number {
    let unnamed = 0;
    for (const call of this.#calls) {
      if (call.name === undefined) {
        unnamed += 1;
        continue;
      }
      // Without arguments, it depends on the end of the answer whether the call is complete.
      const written = call.whole !== undefined && !isWritten(call) && isWhole(call.whole) ? call.whole : call.written;
      const input = written.trim() === "" ? "" : repaired(unquoted(written), call.passed).toWellFormed();
      const toolName = this.#announce(call, call.name);
      if (call.passed < input.length) this.#emit({ type: "tool-input-delta", id: call.key, delta: input.slice(call.passed) });
      this.#emit({ type: "tool-input-end", id: call.key });
      this.#emit({
        type: "tool-call",
        toolCallId: call.key,
        toolName,
        input,
        ...(call.metadata ? { providerMetadata: call.metadata } : {}),
      });
    }
    return unnamed;
  }

  /** Whether a longer name of a function begins with `name`. */
  #isStart(name: string): boolean {
    return this.#functions.some((known) => known.length > name.length && known.startsWith(name));
  }

  /** The last call, if the piece contains more of its name. */
  #named({ index, id, name = "" }: CallPiece): Call | undefined {
    const call = this.#calls.at(-1);
    if (call?.name === undefined || call.isAnnounced || name === "" || name === call.name) return undefined;
    if (call.index !== index || (id !== undefined && call.ids.size > 0 && !call.ids.has(id))) return undefined;
    const longer = [call.name + name, name].find(
      (known) => this.#functions.some((one) => one.startsWith(known)) && known.startsWith(call.name ?? ""),
    );
    if (longer === undefined) return undefined;
    call.name = longer;
    return call;
  }

  /** The call that a piece continues; undefined: the piece begins a call. */
  #find(piece: CallPiece): Call | undefined {
    const { index, id, name, arguments: written = "" } = piece;
    const isKnown = id !== undefined && this.#known.ids.has(id);
    const known = isKnown && this.#calls.findLast((call) => call.ids.has(id) && (index === undefined || call.index === index));
    if (known) return isContinued(known, piece) ? known : undefined;
    // Some engines count the pieces in the index, and LocalAI sends a call again with other indexes.
    const sameId = isKnown && this.#calls.findLast((call) => call.ids.has(id) && (name === undefined || call.name === name));
    if (sameId) return isContinued(sameId, piece) ? sameId : undefined;
    if (index !== undefined && this.#known.indexes.has(index)) {
      const atIndex = this.#calls.findLast((call) => call.index === index);
      if (atIndex) return isContinued(atIndex, piece) ? atIndex : undefined;
    }
    const last = this.#calls.at(-1);
    if (!last) return undefined;
    // Some engines give the arguments another index than the name.
    if (index !== undefined) return id === undefined && name === undefined && !isWritten(last) ? last : undefined;
    if (name !== undefined) return id === undefined && written.trim() !== "" && isContinued(last, piece) ? last : undefined;
    return id === undefined || last.ids.size === 0 || !isWritten(last) ? last : undefined;
  }

  /** @throws EngineError if an answer has more calls than are read */
  #begin({ index, id }: CallPiece, name: string | undefined): Call {
    if (this.#calls.length === mostCalls) throw new EngineError(`its answer has more than ${mostCalls} calls.`);
    const { indexes, keys } = this.#known;
    const call: Call = {
      key: id !== undefined && !keys.has(id) ? id : `call-${this.#calls.length}`,
      index,
      ids: new Set(),
      name,
      isAnnounced: false,
      written: "",
      growing: new GrowingText(),
      waiting: new GrowingText(),
      isBlank: true,
      isQuoted: false,
      mayBeWhole: false,
      whole: undefined,
      passed: 0,
      exact: new ExactJson(),
      metadata: undefined,
    };
    this.#calls.push(call);
    keys.add(call.key);
    if (index !== undefined) indexes.add(index);
    return call;
  }

  /** Returns the name with which the call was announced. */
  #announce(call: Call, name: string): string {
    const toolName = this.#nameOf(name);
    if (!call.isAnnounced) this.#emit({ type: "tool-input-start", id: call.key, toolName });
    call.isAnnounced = true;
    return toolName;
  }

  /** The name of the request's function: models add the name of a list, a number or a mark of their template. */
  #nameOf(name: string): string {
    const [marked = ""] = name.replace(/^(?:functions?|tools?|default_api)[.:/]/, "").split("<|", 1);
    const plain = marked.replace(/:\d{1,9}$|\(\)$/, "");
    return !this.#functions.includes(name) && this.#functions.includes(plain) ? plain : name;
  }

  #append(call: Call, given: string): void {
    const written = call.written === "" && given.startsWith("\uFEFF") ? given.slice(1) : given;
    // Some engines end with the whole arguments again, and some begin with an empty object.
    if (call.written === "" && noArguments.test(written)) return;
    if (isWhole(written) && isWritten(call) && isSame(written, call.written)) return;
    const isRepeated = written.length >= call.written.length && call.written.trim().length > 1 && written.startsWith(call.written);
    if (call.whole !== undefined || isRepeated) {
      call.whole = call.whole === undefined || written.startsWith(call.whole) ? written : call.whole + written;
    }
    this.size += written.length + pieceCost;
    const isEmpty = call.passed === 0 && call.written.length < 100 && call.written.trim() === "{}" && written.trimStart().startsWith("{");
    if (isEmpty) Object.assign(call, { written: "", growing: new GrowingText(), waiting: new GrowingText(), exact: new ExactJson() });
    if (call.written === "") call.isQuoted = written.startsWith('"');
    const isBlank = written.trim() === "";
    call.isBlank &&= isBlank;
    call.written = call.growing.add(written);
    call.waiting.add(written);
    call.exact.add(written);
    if (!isBlank) call.mayBeWhole = /\}\s*$/.test(written.slice(-100));
  }

  /** Reads only what is new: all that was written may be long, and arrive in small pieces. */
  #passOn(call: Call): void {
    const { passed } = call;
    const waiting = call.waiting.text;
    const mayBeEmpty = passed === 0 && (call.isBlank || (call.written.length < 100 && /^\s*\{\s*\}\s*$/.test(call.written)));
    const length = call.exact.safe - passed;
    if (waiting === "" || call.whole !== undefined || call.isQuoted || mayBeEmpty || length <= 0) return;
    const end = length - (length === waiting.length && endsInHalf(waiting) ? 1 : 0);
    if (end === 0) return;
    this.#emit({ type: "tool-input-delta", id: call.key, delta: waiting.slice(0, end).toWellFormed() });
    call.waiting = new GrowingText();
    call.waiting.add(waiting.slice(end));
    call.passed = passed + end;
  }
}

/** Of a joined text, in UTF-16 code units. */
const pieceCost = 8;

/** Words for nothing, and the empty list as which PHP writes an empty object. */
const noArguments = /^\s*(?:null|None|undefined|\[\s*\])\s*$/;

/** Whether a text ends with the first half of a character, whose second half may follow. */
export const endsInHalf = (text: string) => /[\ud800-\udbff]$/.test(text);

/** Whether a piece with a name continues the call: engines repeat the name with each piece, and use one index for several calls. */
function isContinued(call: Call, { id, name, arguments: written = "" }: CallPiece): boolean {
  if (call.name === undefined || name === undefined) return true;
  if (call.name !== name) return false;
  const isOtherId = id !== undefined && call.ids.size > 0 && !call.ids.has(id);
  if (written.trim() === "") return !isOtherId || isBegun(call);
  if (!isWritten(call) || !written.trimStart().startsWith("{")) return true;
  return !isOtherId && (isSame(written, call.written) || call.written.trim() === "{}");
}

/** Whether a piece without a name cannot belong to the call, whose arguments are complete: some engines give the next call the same index. */
function beginsAnother(call: Call, { name, arguments: written = "" }: CallPiece): boolean {
  if (name !== undefined || call.name === undefined || !written.trimStart().startsWith("{")) return false;
  return isWritten(call) && call.written.trim() !== "{}" && !isSame(written, call.written);
}

/** The arguments as JSON; unchanged if it is not clear what was meant. `passed`: how many characters were passed on. */
function repaired(written: string, passed: number): string {
  const repair = tryParseJson(written) === undefined ? repairArguments(written) : undefined;
  return repair?.startsWith(written.slice(0, passed)) === true ? repair : written;
}

const isSame = (one: string, other: string) => one === other || JSON.stringify(parseJson(one)) === JSON.stringify(parseJson(other));

const isBegun = (call: Call) => call.written !== "" && call.written.trim() !== "" && !isWritten(call);

const isWritten = (call: Call) => call.mayBeWhole && !call.exact.isOpen && isWhole(call.written);

function unquoted(written: string): string {
  const value = written.startsWith('"') ? parseJson(written) : undefined;
  return typeof value === "string" && isWhole(value) ? value : written;
}

function isWhole(written: string): boolean {
  return written.trimStart().startsWith("{") && parseJson(written) !== undefined;
}
