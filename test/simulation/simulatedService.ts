/** A service that runs the real code of tasks on a database that it shares with others. Each step of its store is a step of the schedule. */
import { RecentBase64 } from "../../src/service/answers/recentBase64.ts";
import type { Catalogue } from "../../src/service/catalogue.ts";
import { createBodyBudget } from "../../src/service/connection/bodyBudget.ts";
import { silentObserver } from "../../src/service/observing/observer.ts";
import { defaultWorkers, type TaskQueue } from "../../src/service/queue/taskQueue.ts";
import { completeOptions } from "../../src/service/serviceOptions.ts";
import type { DeletionListener, TaskStore } from "../../src/service/store/taskStore.ts";
import { UsageMeter } from "../../src/service/work/measureUsage.ts";
import { TaskRunner } from "../../src/service/work/taskRunner.ts";
import type { Machine, Schedule } from "./schedule.ts";
import type { SharedDatabase } from "./sharedDatabase.ts";
import type { SharedQueue } from "./sharedQueue.ts";

export interface SimulatedWorld {
  schedule: Schedule;
  database: SharedDatabase;
  catalogue: Catalogue;
  /** undefined: the services share a folder, as with SQLite, and not a queue. */
  queue: SharedQueue | undefined;
  services: SimulatedService[];
  /** Called in the same step as a task's result is written, with what was charged. */
  onCharge(id: string, millionths: number): void;
}

export interface SimulatedService {
  machine: Machine;
  store: TaskStore;
  runner: TaskRunner;
  /** Receives the ids of tasks that another service has deleted. */
  notify: DeletionListener;
}

export function startSimulatedService(world: SimulatedWorld, name: string): SimulatedService {
  const { schedule, database, queue, catalogue } = world;
  const machine: Machine = { name, isAlive: true, isSeen: true };
  const settings = completeOptions({ clock: { now: () => schedule.now } });
  const tasks = database.storeOf(name);
  let notify: DeletionListener = () => undefined;

  /** Makes a method of the store a step, which may be followed by others in the same transaction. */
  const step =
    <Given extends unknown[], Result>(label: string, method: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> =>
      schedule.step({
        kind: "store",
        name: `${label}${typeof given[0] === "string" ? ` ${given[0]}` : ""}`,
        machine,
        work: () => method(...given),
      });

  const store: TaskStore = {
    ...tasks,
    insert: step("inserts", async (task, request, options) => {
      const isInserted = await tasks.insert(task, request, options);
      if (isInserted && options?.isQueued) await tasks.release(task.id);
      if (isInserted && options?.isQueued) queue?.add(task.id, task.kind);
      return isInserted;
    }),
    isAffordable: step("checks the balance for", tasks.isAffordable),
    get: step("reads", tasks.get),
    list: step("lists", tasks.list),
    markSent: step("marks as sent", tasks.markSent),
    markRefused: step("marks as refused", tasks.markRefused),
    finish: step("finishes", async (id, outcome) => {
      const before = database.totals();
      const isFinished = await tasks.finish(id, outcome);
      const after = database.totals();
      if (after.finished > before.finished) world.onCharge(id, after.cost - before.cost);
      return isFinished;
    }),
    delete: step("deletes", async (id) => {
      const isDeleted = await tasks.delete(id);
      if (isDeleted && queue) for (const other of world.services) if (other.machine !== machine) announce(other, id);
      return isDeleted;
    }),
    checkFiles: step("checks the files", tasks.checkFiles),
    claimAll: step("claims all", tasks.claimAll),
    claim: step("claims", tasks.claim),
    release: step("gives back", async (id) => {
      await tasks.release(id);
      if (queue && database.isUnowned(id)) queue.addAgain(id);
    }),
    listOwn: step("lists its own", tasks.listOwn),
    watchDeletions(listener) {
      notify = listener;
    },
  };

  /** The message may be lost: then the other service learns that it may have missed some. */
  function announce({ machine: other, notify: hear }: SimulatedService, id: string): void {
    const isMissed = schedule.chance(0.2);
    const work = () => schedule.as(other, () => hear(isMissed ? undefined : id));
    void schedule.step({ kind: "message", name: `hears of the deletion of ${id}`, machine: other, work });
  }

  const own: TaskQueue | undefined = queue && {
    workers: defaultWorkers,
    start: async (work) => queue.addWorker(machine, work),
    startHourly: async () => undefined,
    stop: async () => queue.removeWorker(machine),
  };
  const runner = new TaskRunner({
    store,
    accounts: { permissions: async () => ({}) },
    queue: own,
    recent: new RecentBase64(),
    bodies: createBodyBudget(completeOptions({}).bodyLimits),
    catalogue,
    usage: new UsageMeter(),
    settings,
    convertAudio: () => Promise.reject(new Error("There is no audio.")),
    observer: silentObserver,
    log: undefined,
  });
  const service: SimulatedService = { machine, store, runner, notify: (id) => notify(id) };
  world.services.push(service);
  schedule.as(machine, () => void runner.start());
  return service;
}
