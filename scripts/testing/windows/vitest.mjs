/** Stands in for vitest where its processes cannot run: the functions that unit tests import, and `run`, which runs what they register. */
import FakeTimers from "@sinonjs/fake-timers";
import * as vitestExpect from "@vitest/expect";
import { fn, restoreAllMocks, spyOn } from "@vitest/spy";

const { chai } = vitestExpect;
for (const plugin of [vitestExpect.JestExtend, vitestExpect.JestChaiExpect, vitestExpect.JestAsymmetricMatchers]) chai.use(plugin);

const pollTimeout = 30_000;

export const expect = (value, message) => chai.expect(value, message);
Object.assign(expect, chai.expect, globalThis[vitestExpect.ASYMMETRIC_MATCHERS_OBJECT], {
  getState: () => vitestExpect.getState(expect),
  setState: (state) => vitestExpect.setState(state, expect),
  extend: (matchers) => chai.expect.extend(expect, matchers),
  assertions: () => undefined,
  poll: (read, { timeout = pollTimeout } = {}) => pollingAssertion(read, timeout, []),
});
expect.setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null });
globalThis[vitestExpect.GLOBAL_EXPECT] = expect;

/** Repeats `expect(await read()).…` until it passes. */
function pollingAssertion(read, timeout, names) {
  const assertOnce = async (given) => {
    let assertion = expect(await read());
    for (const name of names.slice(0, -1)) assertion = assertion[name];
    await assertion[names.at(-1)](...given);
  };
  const repeat = async (...given) => {
    for (const end = performance.now() + timeout; ; await new Promise((resolve) => realSetTimeout(resolve, 50))) {
      try {
        return await assertOnce(given);
      } catch (error) {
        if (performance.now() > end) throw error;
      }
    }
  };
  return new Proxy(repeat, { get: (_, name) => pollingAssertion(read, timeout, [...names, name]) });
}

const realSetTimeout = globalThis.setTimeout;
let clock;
const environment = new Map();
const globals = new Map();

export const vi = {
  fn,
  spyOn,
  restoreAllMocks,
  setConfig: () => undefined,
  useFakeTimers({ toFake, now } = {}) {
    clock?.uninstall();
    const named = toFake ?? ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "clearImmediate", "Date"];
    clock = FakeTimers.install({ now: now ?? Date.now(), toFake: named });
  },
  useRealTimers() {
    clock?.uninstall();
    clock = undefined;
  },
  setSystemTime: (time) => clock.setSystemTime(time),
  advanceTimersByTime: (milliseconds) => void clock.tick(milliseconds),
  advanceTimersByTimeAsync: (milliseconds) => clock.tickAsync(milliseconds),
  advanceTimersToNextTimer: () => void clock.next(),
  getTimerCount: () => clock.countTimers(),
  waitFor: (check) => pollingAssertion(check, pollTimeout, ["satisfy"])(() => true),
  stubEnv(name, value) {
    if (!environment.has(name)) environment.set(name, process.env[name]);
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  },
  unstubAllEnvs() {
    for (const name of environment.keys()) delete process.env[name];
    for (const [name, value] of environment) if (value !== undefined) process.env[name] = value;
    environment.clear();
  },
  stubGlobal(name, value) {
    if (!globals.has(name)) globals.set(name, globalThis[name]);
    globalThis[name] = value;
  },
  unstubAllGlobals() {
    for (const [name, value] of globals) globalThis[name] = value;
    globals.clear();
  },
};

const newSuite = (parent, title) => ({ parent, title, entries: [], beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] });
let suite = newSuite(undefined, "");
/** What is called after the test that runs. */
let endings;

export const onTestFinished = (ending) => void endings.push(ending);
export const onTestFailed = () => undefined;
const hook = (name) => (call) => void suite[name].push(call);
export const [beforeAll, afterAll, beforeEach, afterEach] = ["beforeAll", "afterAll", "beforeEach", "afterEach"].map(hook);

/** vitest's placeholders: `%s`, `%j`, `%d`, `%o`, `%#` and `$property`. */
function titleOf(template, row, index) {
  const values = Array.isArray(row) ? [...row] : [row];
  const [first] = values;
  const filled = template.replace(/%(?:[sdifjoO#]|%)/g, (mark) => {
    if (mark === "%%") return "%";
    if (mark === "%#") return String(index);
    const value = values.shift();
    return mark === "%s" ? String(value) : JSON.stringify(value);
  });
  return filled.replace(/\$(\w+)/g, (_, name) => String(first?.[name]));
}

/** Adds `each`, `skipIf`, `runIf`, `skip` and the like to a function that registers something. */
function chainable(register) {
  const skipped = (title) => register(title, undefined);
  const self = (title, ...rest) =>
    register(
      title,
      rest.find((value) => typeof value === "function"),
    );
  self.each =
    (rows, ...values) =>
    (template, ...rest) => {
      const body = rest.find((value) => typeof value === "function");
      const table = Array.isArray(rows) && rows.raw === undefined ? rows : tableOf(rows, values);
      for (const [index, row] of table.entries()) {
        const given = Array.isArray(row) ? row : [row];
        register(titleOf(template, row, index), () => body(...given));
      }
    };
  self.for = (rows) => (template, body) => {
    for (const [index, row] of rows.entries()) register(titleOf(template, row, index), () => body(row, { expect }));
  };
  self.skip = Object.assign(skipped, { each: () => skipped });
  self.skipIf = (condition) => (condition ? self.skip : self);
  self.runIf = (condition) => (condition ? self : self.skip);
  for (const name of ["concurrent", "sequential"]) self[name] = self;
  return self;
}

/** The rows of a tagged template. */
function tableOf(strings, values) {
  const names = strings[0].split("|").map((name) => name.trim());
  const rows = [];
  for (let at = 0; at < values.length; at += names.length)
    rows.push(Object.fromEntries(names.map((name, index) => [name, values[at + index]])));
  return rows;
}

export const test = chainable((title, body) => void suite.entries.push({ title, body }));
export const it = test;
export const describe = chainable((title, body) => {
  if (!body) return;
  const inner = newSuite(suite, title);
  suite.entries.push(inner);
  suite = inner;
  body();
  suite = inner.parent;
});

/** Longest time of a test in milliseconds. */
const timeLimit = 180_000;

function limited(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = realSetTimeout(() => reject(new Error("It took too long.")), timeLimit);
  });
  return Promise.race([work(), late]).finally(() => clearTimeout(timer));
}

/** The hooks of a suite and those around it, the outermost first. */
const hooksOf = (of, name) => (of ? [...hooksOf(of.parent, name), ...of[name]] : []);

async function runTest({ title, body }, within, report) {
  if (!body) return report(title, "skipped");
  endings = [];
  let firstError;
  const keep = (error) => {
    firstError ??= error;
  };
  await limited(async () => {
    const cleanups = [];
    try {
      for (const call of hooksOf(within, "beforeEach")) cleanups.push(await call());
      await body({ expect, onTestFinished });
    } catch (error) {
      keep(error);
    }
    const after = [...hooksOf(within, "afterEach"), ...cleanups.filter((value) => typeof value === "function"), ...endings.reverse()];
    for (const call of after) await Promise.resolve().then(call).catch(keep);
  }).catch(keep);
  return firstError === undefined ? report(title, "passed") : report(title, "failed", firstError);
}

async function runSuite(of, report) {
  const named = (title, ...rest) => report(of.title === "" ? title : `${of.title} > ${title}`, ...rest);
  try {
    for (const call of of.beforeAll) await limited(async () => call());
  } catch (error) {
    return named("before all", "failed", error);
  }
  for (const entry of of.entries) await ("entries" in entry ? runSuite(entry, named) : runTest(entry, of, named));
  for (const call of of.afterAll) await limited(async () => call()).catch((error) => named("after all", "failed", error));
}

/** Runs the tests that a file registers when it is loaded. `report(title, "passed" | "failed" | "skipped", error?)` is called for each. */
export async function run(load, report) {
  suite = newSuite(undefined, "");
  const root = suite;
  try {
    await load();
  } catch (error) {
    return report("the file cannot be loaded", "failed", error);
  }
  await runSuite(root, report);
}
