/** Explores one interleaving of requests, deletions, kills and lost answers, and checks what became of every task. */
import type { Catalogue } from "../../src/service/catalogue.ts";
import type { StoredTask } from "../../src/service/store/storedTask.ts";
import { deleteTask, findTask } from "../../src/service/work/findTask.ts";
import { imageRequest, textRequest, videoRequest } from "../unit/providers/requests.ts";
import { task as storedTask } from "../unit/service/store/storedTasks.ts";
import { Schedule, type Step } from "./schedule.ts";
import { type SharedDatabase, startingBalance } from "./sharedDatabase.ts";
import { SharedQueue } from "./sharedQueue.ts";
import { prices, type SimulatedProvider } from "./simulatedProvider.ts";
import { type SimulatedService, type SimulatedWorld, startSimulatedService } from "./simulatedService.ts";
import { setSchedule } from "./simulatedTimers.ts";

type Form = keyof typeof prices;

/** What a client knows about its task. */
interface Asked {
  id: string;
  form: Form;
  /** `refused`: the client got an error, although its service ran on. */
  state: "asked" | "accepted" | "refused";
  /** The answer to a deletion may be lost. */
  deletion: "none" | "asked" | "done";
}

export interface SimulationParts {
  database: SharedDatabase;
  catalogue: Catalogue;
  provider: SimulatedProvider;
}

/** The most events after the faults: a task that takes more does not end. */
const mostSteps = 4_000;
/** How many of them a failure prints. */
const printedSteps = 120;

/** Throws an error with the seed and what happened, if a guarantee is broken. */
export async function simulate(seed: number, parts: SimulationParts): Promise<void> {
  const simulation = new Simulation(seed, parts);
  setSchedule(simulation.schedule);
  try {
    await simulation.run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const { trace } = simulation.schedule;
    throw new Error(`Seed ${seed}: ${reason}\n${trace.slice(0, printedSteps).join("\n")}`, { cause: error });
  } finally {
    setSchedule(undefined);
  }
}

class Simulation {
  readonly schedule: Schedule;
  readonly #parts: SimulationParts;
  readonly #world: SimulatedWorld;
  readonly #asked: Asked[] = [];
  /** What was charged for each task, each time that it ended. */
  readonly #charges = new Map<string, number[]>();
  #started = 0;
  #left: { tasks: number; kills: number; ends: number };

  constructor(seed: number, parts: SimulationParts) {
    this.schedule = new Schedule(seed);
    this.#parts = parts;
    const { database, catalogue, provider } = parts;
    database.begin({
      now: () => this.schedule.now,
      isSeen: (service) => this.#world.services.some(({ machine }) => machine.name === service && machine.isSeen),
    });
    provider.begin(this.schedule);
    const hasQueue = this.schedule.chance(0.5);
    this.#left = { tasks: 1 + this.schedule.below(4), kills: this.schedule.below(4), ends: this.schedule.below(3) };
    this.#world = {
      schedule: this.schedule,
      database,
      catalogue,
      queue: hasQueue ? new SharedQueue(this.schedule) : undefined,
      services: [],
      onCharge: (id, cost) => this.#charges.set(id, [...(this.#charges.get(id) ?? []), cost]),
    };
  }

  async run(): Promise<void> {
    const services = 1 + this.schedule.below(3);
    for (let index = 0; index < services; index += 1) this.#start();
    await this.schedule.settle();
    for (let left = 30 + this.schedule.below(120); left > 0; left -= 1) await this.#disturb();
    await this.#calmDown();
    this.#check();
  }

  #start(): void {
    this.#started += 1;
    startSimulatedService(this.#world, `service-${this.#started}`);
  }

  get #alive(): SimulatedService[] {
    return this.#world.services.filter(({ machine }) => machine.isAlive);
  }

  /** One random event. */
  async #disturb(): Promise<void> {
    const { schedule } = this;
    const service = schedule.pick(this.#alive);
    if (!service) throw new Error("No service is left.");
    const event = schedule.random();
    if (event < 0.08 && this.#left.tasks > 0) this.#submit(service);
    else if (event < 0.11) this.#delete(service);
    else if (event < 0.13) this.#read(service);
    else if (event < 0.18) schedule.tick(service.machine);
    else if (event < 0.23) this.#world.queue?.distribute();
    else if (event < 0.235) this.#world.queue?.loseHeartbeat();
    else if (event < 0.24) service.machine.isSeen = !service.machine.isSeen;
    else if (event < 0.25 && this.#left.ends > 0) this.#end(service);
    else if (event < 0.27 && this.#left.kills > 0) this.#kill(service);
    else {
      const step = schedule.pick(schedule.steps);
      if (step) await this.#carryOut(step);
    }
    await schedule.settle();
  }

  /** A process may be killed after a step was carried out and before it learns of it. */
  async #carryOut(step: Step): Promise<void> {
    const { schedule } = this;
    const killed = this.#alive.find(({ machine }) => machine === step.machine);
    if (killed && this.#left.kills > 0 && schedule.chance(0.03)) {
      const done = schedule.run(step, "done");
      this.#kill(killed);
      await done;
      return;
    }
    const isFallible = step.kind === "store";
    // A commit whose answer is lost: only a database on another machine does this.
    if (isFallible && this.#world.queue && schedule.chance(0.05)) await schedule.run(step, "lost");
    else if (isFallible && schedule.chance(0.03)) await schedule.run(step, "failed");
    else await schedule.run(step, "done");
  }

  #kill({ machine }: SimulatedService): void {
    this.#left.kills -= 1;
    this.schedule.trace.push(`${machine.name} is killed`);
    this.schedule.kill(machine);
    this.#world.queue?.removeWorker(machine);
    this.#start();
  }

  /** Closes a service, or drains it first, and starts another one. */
  #end({ machine, runner }: SimulatedService): void {
    const { schedule } = this;
    this.#left.ends -= 1;
    const drains = schedule.chance(0.5);
    schedule.trace.push(`${machine.name} ${drains ? "drains" : "closes"}`);
    const close = async () => {
      if (drains) await runner.drain();
      await runner.close();
    };
    void schedule.as(machine, close).then(() => {
      schedule.trace.push(`${machine.name} has ended`);
      schedule.kill(machine);
    });
    this.#start();
  }

  #submit(service: SimulatedService): void {
    const { schedule } = this;
    this.#left.tasks -= 1;
    const form = schedule.pick(["image", "video", "text"] as const) ?? "image";
    const asked: Asked = { id: `task-${this.#asked.length}`, form, state: "asked", deletion: "none" };
    this.#asked.push(asked);
    schedule.trace.push(`a client asks ${service.machine.name} for the ${form} ${asked.id}`);
    const { task, request } = describeTask(asked, schedule.now);
    const options = { isFree: false, reserved: schedule.chance(0.5) ? prices[form] : 0 };
    const accept = async () => {
      if (form !== "text") return service.runner.accept(task, request, options);
      const run = await service.runner.begin(task, request, { ...options, isStreamed: true });
      if (schedule.chance(0.2)) service.runner.leave(asked.id);
      return run;
    };
    schedule.as(service.machine, accept).then(
      () => {
        asked.state = "accepted";
      },
      () => {
        asked.state = "refused";
      },
    );
  }

  #delete(service: SimulatedService): void {
    const asked = this.schedule.pick(this.#asked.filter(({ state, deletion }) => state === "accepted" && deletion === "none"));
    if (!asked) return;
    asked.deletion = "asked";
    const deleted = () => {
      asked.deletion = "done";
    };
    this.schedule.as(service.machine, () => deleteTask(service, asked.id, storedTask.account)).then(deleted, () => undefined);
  }

  /** A client polls. */
  #read(service: SimulatedService): void {
    const asked = this.schedule.pick(this.#asked.filter(({ state }) => state === "accepted"));
    if (!asked) return;
    const endpoint = describeTask(asked, 0).task.endpoint;
    this.schedule.as(service.machine, () => findTask(service, asked.id, storedTask.account, endpoint)).catch(() => undefined);
  }

  /** No more faults: every accepted task must end. */
  async #calmDown(): Promise<void> {
    const { schedule } = this;
    schedule.trace.push("no more faults");
    this.#parts.provider.hasFaults = false;
    for (const { machine } of this.#alive) machine.isSeen = true;
    this.#start();
    for (let count = 0; this.#parts.database.unfinished().length > 0 || schedule.steps.length > 0; count += 1) {
      if (count > mostSteps) throw new Error(`${this.#parts.database.unfinished().join(", ")} did not end.`);
      const service = schedule.pick(this.#alive);
      const step = schedule.pick(schedule.steps);
      const event = schedule.random();
      if (service && event < 0.05) this.#read(service);
      else if (service && event < 0.1) schedule.tick(service.machine);
      else if (event < 0.2) this.#world.queue?.distribute();
      else if (step) await schedule.run(step, "done");
      // Without a queue, a deleted task of a service that has ended is found when the next one starts.
      else if (!this.#world.queue && event > 0.97) this.#start();
      await schedule.settle();
    }
  }

  #check(): void {
    const { database, provider } = this.#parts;
    const { accepted, answered } = provider;
    const require = (isTrue: boolean, what: string) => {
      if (!isTrue) throw new Error(what);
    };
    let charged = 0;
    for (const { id, form, state, deletion } of this.#asked) {
      const calls = accepted.get(id) ?? 0;
      const charges = this.#charges.get(id) ?? [];
      const stored = database.task(id);
      const cost = charges[0] ?? 0;
      charged += cost;
      require(calls <= 1, `${id} was sent ${calls} times.`);
      require(charges.length <= 1, `${id} ended ${charges.length} times, and cost ${charges.join(" and ")}.`);
      require(cost <= prices[form] && cost >= 0, `${id} cost ${cost}.`);
      require(cost === 0 || calls === 1 || form === "text", `${id} cost ${cost}, and the provider did not get it.`);
      if (state === "accepted" && deletion === "none") require(stored !== undefined, `${id} was accepted, and is gone.`);
      if (stored?.status === "completed") {
        require(calls === 1, `${id} is completed, and the provider did not get it.`);
        require(charges.length === 1 && cost === prices[form], `${id} is completed, and ${cost} was charged.`);
      }
      if (stored?.status === "completed" && form !== "video") require(answered.has(id), `${id} is completed without an answer.`);
      if (stored) require(stored.cost === cost, `${id} states ${stored.cost}, and ${cost} was charged.`);
      if (deletion === "done") require(stored === undefined, `${id} was deleted, and is there.`);
    }
    const spent = startingBalance - database.balance();
    require(spent === charged, `The balance changed by ${spent}, and ${charged} was charged.`);
  }
}

function describeTask({ id, form }: Pick<Asked, "id" | "form">, createdAt: number) {
  const common = { ...storedTask, id, createdAt, provider: "local" };
  switch (form) {
    case "image":
      return forRequest(
        { ...common, endpoint: "images", kind: "image" },
        imageRequest({ model: "local/painter", prompt: id, size: undefined }),
      );
    case "video":
      return forRequest(
        { ...common, endpoint: "videos", kind: "video" },
        videoRequest({ model: "local/filmer", prompt: id, quality: undefined }),
      );
    case "text":
      return forRequest({ ...common, endpoint: "responses", kind: "text" }, textRequest(id, { model: "local/writer" }));
  }
}

function forRequest<Request extends { model: string }>(task: StoredTask, request: Request): { task: StoredTask; request: Request } {
  return { task: { ...task, model: request.model }, request };
}
