/** Joins the pieces of function calls. Ids and indexes may be missing, repeated or changing. */
import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";

/** A piece of a call as a chunk contains it; undefined where the engine gives nothing usable. */
export interface CallPiece {
  index: number | undefined;
  id: string | undefined;
  name: string | undefined;
  arguments: string | undefined;
  metadata: SharedV4ProviderMetadata | undefined;
}

interface Call {
  /** Our own: engines repeat ids. */
  readonly key: string;
  readonly index: number | undefined;
  readonly ids: Set<string>;
  name: string | undefined;
  written: string;
  /** How much of the arguments was passed on. */
  passed: number;
  metadata: SharedV4ProviderMetadata | undefined;
}

export class CallCollector {
  readonly #calls: Call[] = [];
  readonly #emit: (part: LanguageModelV4StreamPart) => void;

  constructor(emit: (part: LanguageModelV4StreamPart) => void) {
    this.#emit = emit;
  }

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  add(piece: CallPiece): void {
    const call = this.#find(piece) ?? this.#begin(piece);
    if (piece.id !== undefined) call.ids.add(piece.id);
    if (piece.metadata) call.metadata = piece.metadata;
    if (call.name === undefined && piece.name !== undefined) this.#name(call, piece.name);
    if (piece.arguments !== undefined) this.#append(call, piece.arguments);
    if (call.name !== undefined) this.#passOn(call);
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
      const input = call.written.trim() === "" ? "" : call.written;
      if (call.passed < input.length) this.#emit({ type: "tool-input-delta", id: call.key, delta: input.slice(call.passed) });
      this.#emit({ type: "tool-input-end", id: call.key });
      this.#emit({
        type: "tool-call",
        toolCallId: call.key,
        toolName: call.name,
        input,
        ...(call.metadata ? { providerMetadata: call.metadata } : {}),
      });
    }
    return unnamed;
  }

  /** The call that a piece continues; undefined: the piece begins a call. */
  #find(piece: CallPiece): Call | undefined {
    const { index, id, name, arguments: written = "" } = piece;
    const known =
      id === undefined ? undefined : this.#calls.findLast((call) => call.ids.has(id) && (index === undefined || call.index === index));
    if (known) return isContinued(known, piece) ? known : undefined;
    if (index !== undefined) {
      const atIndex = this.#calls.findLast((call) => call.index === index);
      return atIndex && isContinued(atIndex, piece) ? atIndex : undefined;
    }
    const last = this.#calls.at(-1);
    if (!last) return undefined;
    if (name !== undefined) return id === undefined && written.trim() !== "" && isContinued(last, piece) ? last : undefined;
    return id === undefined || last.ids.size === 0 || !isWhole(last.written) ? last : undefined;
  }

  #begin({ index, name }: CallPiece): Call {
    const call: Call = {
      key: `call-${this.#calls.length}`,
      index,
      ids: new Set(),
      name: undefined,
      written: "",
      passed: 0,
      metadata: undefined,
    };
    this.#calls.push(call);
    if (name !== undefined) this.#name(call, name);
    return call;
  }

  #name(call: Call, name: string): void {
    call.name = name;
    this.#emit({ type: "tool-input-start", id: call.key, toolName: name });
  }

  #append(call: Call, written: string): void {
    // Some engines end with the whole arguments again, and some begin with an empty object.
    if (written === call.written && isWhole(written)) return;
    call.written =
      call.written.trim() === "{}" && call.passed === 0 && written.trimStart().startsWith("{") ? written : call.written + written;
  }

  #passOn(call: Call): void {
    if (call.passed === call.written.length || (call.passed === 0 && /^\s*(?:\{\s*\}\s*)?$/.test(call.written))) return;
    this.#emit({ type: "tool-input-delta", id: call.key, delta: call.written.slice(call.passed) });
    call.passed = call.written.length;
  }
}

/** Whether a piece with a name continues the call: engines repeat the name with each piece, and use one index for several calls. */
function isContinued(call: Call, { id, name, arguments: written = "" }: CallPiece): boolean {
  if (call.name === undefined || name === undefined) return true;
  if (call.name !== name) return false;
  const isOtherId = id !== undefined && call.ids.size > 0 && !call.ids.has(id);
  if (written.trim() === "") return !isOtherId || isBegun(call);
  if (!isWhole(call.written) || !written.trimStart().startsWith("{")) return true;
  return !isOtherId && (written === call.written || call.written.trim() === "{}");
}

const isBegun = ({ written }: Call) => written.trim() !== "" && !isWhole(written);

function isWhole(written: string): boolean {
  if (!written.trimStart().startsWith("{")) return false;
  try {
    JSON.parse(written);
    return true;
  } catch {
    return false;
  }
}
