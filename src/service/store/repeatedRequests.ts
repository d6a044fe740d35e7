/** What is stored of requests, apart from their tasks, to recognise their repetitions. */

/** Milliseconds in which clients repeat a request that was not answered: LangChain waits up to a minute between two of its seven attempts. */
export const repeatMilliseconds = 2 * 60_000;
/** Milliseconds for which a name is valid. */
export const nameMilliseconds = 24 * 3_600_000;

/** What identifies a request that its client repeats. */
export interface RequestMark {
  /** Of its path and body. */
  digest: string;
  /** Of its `Idempotency-Key`, if it has one. */
  name: string | undefined;
}

interface NamedRequest {
  digest: string;
  task: string;
  /** Milliseconds. */
  age: number;
}

/** `digest`: of the endpoint and the body; `name`: of the `Idempotency-Key`. */
export interface RepeatedRequests {
  /** Notes that the task's client got no answer, and may repeat its request. */
  leave(account: string, digest: string, task: string): Promise<void>;
  /** The oldest task that was noted, which only one caller gets; undefined: there is none. */
  takeLeft(account: string, digest: string): Promise<string | undefined>;
  /** false: the account uses the name already. */
  name(account: string, name: string, digest: string, task: string): Promise<boolean>;
  findNamed(account: string, name: string): Promise<NamedRequest | undefined>;
  forgetName(account: string, name: string): Promise<void>;
}

export interface RepeatRecords extends RepeatedRequests {
  /** Removes what is too old. */
  sweepRepeats(): Promise<void>;
}
