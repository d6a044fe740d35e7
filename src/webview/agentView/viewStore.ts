/** The state of the view: the agent's call, and the variants that the user has requested. */

import * as z from "zod/mini";
import { largestResource, type ViewFacts, type ViewFile, type ViewTask } from "../../contract/agentView.ts";
import { errorText } from "../../contract/errorText.ts";
import type { Client } from "./client.ts";
import { t } from "./texts.ts";
import { dataAddress, readToolResult, toolResultSchema } from "./toolResult.ts";

/** One call of a tool. */
export interface Call {
  /** Sequence number of the call. */
  number: number;
  state: "waiting" | "answered" | "failed" | "cancelled";
  /** The text for the agent, shown if there is nothing better. */
  text: string;
  tasks: readonly ViewTask[];
  thumbnails: ReadonlyMap<string, string>;
}

export interface ViewState {
  calls: readonly Call[];
  input: Readonly<Record<string, unknown>>;
  facts: ViewFacts | undefined;
  isRepeating: boolean;
  notice: string;
  /** A link that the client did not accept. */
  refusedLink: string | undefined;
}

export type FilePreview = { type: "ready"; address: string } | { type: "tooLarge" } | { type: "gone" };

const resourceSchema = z.object({ contents: z.array(z.object({ blob: z.optional(z.string()), mimeType: z.optional(z.string()) })) });
const messageAnswerSchema = z.object({ isError: z.optional(z.boolean()) });

/** Milliseconds between two polls of a task, and how many polls may fail in a row. */
const pauseMilliseconds = 2000;
const mostErrors = 5;

const waitingAt = (number: number): Call => ({ number, state: "waiting", text: "", tasks: [], thumbnails: new Map() });

export class ViewStore {
  readonly #client: Client;
  readonly #show: (state: ViewState) => void;
  #state: ViewState = {
    calls: [waitingAt(0)],
    input: {},
    facts: undefined,
    isRepeating: false,
    notice: "",
    refusedLink: undefined,
  };

  constructor(client: Client, show: (state: ViewState) => void) {
    this.#client = client;
    this.#show = show;
    client.listen("ui/notifications/tool-input", z.object({ arguments: z.optional(z.record(z.string(), z.unknown())) }), (given) => {
      this.#change({ input: given.arguments ?? {} });
    });
    client.listen("ui/notifications/tool-result", toolResultSchema, (result) => this.#answer(0, result));
    client.listen("ui/notifications/tool-cancelled", z.object({}), () => this.#replace(0, { ...waitingAt(0), state: "cancelled" }));
  }

  show(): void {
    this.#show(this.#state);
  }

  async preview({ uri, size, mediaType }: ViewFile): Promise<FilePreview> {
    const thumbnail = this.#state.calls.map(({ thumbnails }) => thumbnails.get(uri)).find((one) => one !== undefined);
    if (thumbnail !== undefined) return { type: "ready", address: thumbnail };
    if (size > largestResource) return { type: "tooLarge" };
    try {
      const { contents } = await this.#client.request("resources/read", { uri }, resourceSchema);
      const address = dataAddress(contents[0]?.mimeType ?? mediaType, contents[0]?.blob);
      return address === undefined ? { type: "gone" } : { type: "ready", address };
    } catch {
      return { type: "gone" };
    }
  }

  /** Asks the chat to insert a link. If the client does not accept it, the user can copy the link. */
  async insertLink(link: string): Promise<void> {
    const content = [{ type: "text", text: t("insertMessage", link) }];
    const isTaken = await this.#client.request("ui/message", { role: "user", content }, messageAnswerSchema).then(
      ({ isError }) => isError !== true,
      () => false,
    );
    this.#change(isTaken ? { notice: t("inserted"), refusedLink: undefined } : { notice: t("insertRefused"), refusedLink: link });
  }

  /** Calls the tool with the agent's arguments again. One call at a time, because each may be billed. */
  async makeVariant(): Promise<void> {
    const { facts, input, isRepeating } = this.#state;
    if (facts === undefined || isRepeating) return;
    const index = this.#state.calls.length;
    this.#change({ isRepeating: true, notice: t("generating"), calls: [...this.#state.calls, waitingAt(index)] });
    try {
      const result = await this.#client.request("tools/call", { name: facts.tool, arguments: input }, toolResultSchema);
      const { text, isError, facts: made } = readToolResult(result);
      if (isError && made === undefined) throw new Error(text);
      this.#answer(index, result);
      this.#change({ isRepeating: false, notice: "" });
      // Informs the agent. Some clients do not support this.
      await this.#client.request("ui/update-model-context", { content: [{ type: "text", text }] }, z.unknown()).catch(() => undefined);
    } catch (error) {
      const calls = this.#state.calls.filter((_, at) => at !== index);
      this.#change({ calls, isRepeating: false, notice: t("variantFailed", errorText(error)) });
    }
  }

  #answer(index: number, result: z.infer<typeof toolResultSchema>): void {
    const { facts, isError, text, thumbnails } = readToolResult(result);
    if (index === 0 && facts !== undefined) this.#change({ facts });
    const tasks = facts?.tasks ?? [];
    this.#replace(index, { number: index, state: isError ? "failed" : "answered", text, tasks, thumbnails });
    for (const { id, state } of tasks) if (state === "running") void this.#follow(index, id);
  }

  /** Polls a task that the tool did not wait for, until it has ended. */
  async #follow(index: number, id: string): Promise<void> {
    const input = { task_id: id, wait_seconds: this.#state.facts?.waitSeconds ?? 0 };
    for (let errors = 0; errors < mostErrors; ) {
      try {
        const read = readToolResult(await this.#client.request("tools/call", { name: "get_task", arguments: input }, toolResultSchema));
        const [task] = read.facts?.tasks ?? [];
        if (task?.state !== "running") {
          this.#finish(index, id, task, read.text, read.thumbnails);
          return;
        }
        errors = 0;
      } catch {
        errors += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
    this.#change({ notice: t("goesOn") });
  }

  #finish(index: number, id: string, task: ViewTask | undefined, text: string, thumbnails: ReadonlyMap<string, string>): void {
    const call = this.#state.calls[index] ?? waitingAt(index);
    const tasks = call.tasks.flatMap((one) => (one.id === id ? (task ?? []) : one));
    const isFailed = task?.state !== "saved";
    this.#replace(index, {
      number: index,
      state: isFailed ? "failed" : call.state,
      text: isFailed ? text : call.text,
      tasks,
      thumbnails: new Map([...call.thumbnails, ...thumbnails]),
    });
  }

  #replace(index: number, call: Call): void {
    this.#change({ calls: this.#state.calls.map((one, at) => (at === index ? call : one)) });
  }

  #change(changed: Partial<ViewState>): void {
    this.#state = { ...this.#state, ...changed };
    this.show();
  }
}
