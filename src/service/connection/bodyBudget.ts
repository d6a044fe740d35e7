/**
 * Limits the memory for requests, each of which is held several times while it is read, stored and sent to a provider, and their disk space.
 * The answers of providers are counted too: they are paid, so that not they are refused, but the requests that arrive meanwhile.
 */
import type { AnswerShare } from "../../providers/callContext.ts";
import { ApiError } from "../apiError.ts";
import type { BodyLimits } from "../settings/settings.ts";

export interface BodyBudget {
  enter(account: string): BodyShare;
  /** For the answers of one task, until `close`. */
  enterAnswer(account: string): AnswerShare & { close(): Promise<void> };
}

/** The part of the budget that one request uses. The methods throw `rate_limit_exceeded`, or 503 if the service is at its own limit. */
export interface BodyShare {
  /** Reserves disk space for a request of a known size. Refuses it if there is no memory for it now. */
  expect(bytes: number): void;
  /** Counts bytes that are on the disk until the request has arrived, beyond the expected ones. */
  arrive(bytes: number): void;
  /** Counts the whole request, which has arrived, as in memory. */
  hold(bytes: number): void;
  /** Keeps the share until the promise is settled, also after `release`. Its rejection is handled elsewhere. */
  keepUntil(ended: Promise<unknown>): void;
  release(): void;
}

/** Seconds after which a client may try again. */
const retryAfter = 5;
/** How much more of the disk than of the memory requests may use. */
export const diskFactor = 8;

export function createBodyBudget({ perAccount, total }: BodyLimits): BodyBudget {
  const memory = createSpace({ perAccount, total });
  const disk = createSpace({ perAccount: diskFactor * perAccount, total: diskFactor * total });
  return {
    enterAnswer(account) {
      const kept: Part = { account, bytes: 0 };
      const stored: Part = { account, bytes: 0 };
      const files: { close(): Promise<void> }[] = [];
      return {
        keep: (bytes) => memory.count(kept, bytes),
        store: (bytes) => disk.count(stored, bytes),
        own: (file) => void files.push(file),
        async close() {
          for (const file of files) await file.close();
          memory.clear(kept);
          disk.clear(stored);
        },
      };
    },
    enter(account) {
      const held: Part = { account, bytes: 0 };
      const arrived: Part = { account, bytes: 0 };
      let isReleased = false;
      let keeping: Promise<unknown> | undefined;
      /** Bytes that are counted and have not arrived. */
      let expected = 0;
      /** A refused request leaves its space at once to the others that arrive at the same time: otherwise all would be refused. */
      const enterSpace = (space: Space, part: Part, bytes: number) => {
        if (isReleased) return;
        try {
          space.add(part, bytes);
        } catch (error) {
          disk.clear(arrived);
          throw error;
        }
      };
      const leaveMemory = () => memory.clear(held);
      return {
        expect(bytes) {
          memory.check(held, bytes);
          enterSpace(disk, arrived, bytes);
          expected = bytes;
        },
        arrive(bytes) {
          const beyond = Math.max(0, bytes - expected);
          expected -= bytes - beyond;
          enterSpace(disk, arrived, beyond);
        },
        hold(bytes) {
          enterSpace(memory, held, bytes);
          disk.clear(arrived);
        },
        keepUntil(ended) {
          keeping = ended;
        },
        release() {
          isReleased = true;
          disk.clear(arrived);
          if (keeping) keeping.then(leaveMemory, leaveMemory);
          else leaveMemory();
        },
      };
    },
  };
}

/** What one request uses of a space. */
interface Part {
  readonly account: string;
  bytes: number;
}

type Space = ReturnType<typeof createSpace>;

/** Bytes of one kind, counted for each account. */
function createSpace(limits: BodyLimits) {
  const accounts = new Map<string, number>();
  let all = 0;

  function count(part: Part, bytes: number): void {
    part.bytes += bytes;
    all += bytes;
    const left = (accounts.get(part.account) ?? 0) + bytes;
    if (left === 0) accounts.delete(part.account);
    else accounts.set(part.account, left);
  }

  function check({ account, bytes: own }: Part, bytes: number): void {
    const ofAccount = accounts.get(account) ?? 0;
    if (ofAccount > own && ofAccount + bytes > limits.perAccount) throw busy("rate_limit_exceeded", 429, "This key has");
    if (all > own && all + bytes > limits.total) throw busy("api_error", 503, "The service has");
  }

  return {
    check,
    count,
    add(part: Part, bytes: number) {
      check(part, bytes);
      count(part, bytes);
    },
    clear: (part: Part) => count(part, -part.bytes),
  };
}

/** The rest of the body is discarded while it arrives: a client whose connection was closed could not read the error. */
function busy(code: "rate_limit_exceeded" | "api_error", status: number, who: string): ApiError {
  return new ApiError({
    code,
    status,
    message: `${who} as many large requests as allowed. Retry later.`,
    headers: { "retry-after": String(retryAfter) },
  });
}
