/** The projects of the tests that run in plain Node. Those whose names end with `More` or `Long` are tests in folders named so. */
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { SortedFiles } from "./scripts/testing/sortTestFiles.ts";

/** Tests that `npm test` leaves out: those of `npm run test:all`, and those of `npm run test:long`. */
const slow = ["**/{more,long}/**"];

/** They replace a module of Node.js, so that the modules that they load are not those of other files. The files of `unit` share modules. */
export const withReplacedModules = [
  "test/unit/service/work/{simulation,taskRunner}.test.ts",
  "test/unit/providers/connection/{limitBody,providerFetch}.test.ts",
];

const setupFiles = "test/service/checkAnswers.ts";

/** Many of these files start the program `generation-studio`. */
const startingPrograms = { globalSetup: "test/service/prepareMainProgram.ts" };

/** Every project's limits for one test, for its hooks, and for `expect.poll`: limits, not waits, so that only a busy machine comes near to them. */
const waits = (seconds: number) => ({ testTimeout: seconds * 1000, hookTimeout: seconds * 1000, expect: { poll: { timeout: 90_000 } } });

/** Node.js loads TypeScript itself, as it does outside tests: vitest's own loader takes a tenth of the time of all tests. */
const inNode = { environment: "node", experimental: { viteModuleRunner: false } } as const;

function node(name: string, include: string[], options: TestProjectInlineConfiguration["test"] = {}): TestProjectInlineConfiguration {
  // Many of these tests wait for a timer or for another process, so that three at a time keep even two cores at work.
  return {
    test: {
      name,
      include,
      ...inNode,
      maxWorkers: 3,
      sequence: { groupOrder: 0 },
      ...waits(180),
      ...options,
    },
  };
}

/** These files wait for most of their time: for timers, installations and programs. */
const besideWaiting = { maxWorkers: 4, sequence: { groupOrder: 1 } };

/** A browser for each file. They begin when the files of Node have ended; three keep two cores at work, because tests and browser wait for each other. */
const besidePanels = { maxWorkers: 3, sequence: { groupOrder: 2 } };

/** A whole workbench for each file occupies a core. They come last, when other suites have ended: no tests depend more on an idle machine. */
const besideWorkbenches = { maxWorkers: 2, sequence: { groupOrder: 3 } };

/** Several processes for each file. */
const besideProcesses = { maxWorkers: 2, sequence: { groupOrder: 4 } };

function panel(name: string, include: string): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [include],
      ...inNode,
      ...besidePanels,
      globalSetup: "test/panel/prepare.ts",
      // The files of a worker share a browser.
      isolate: false,
      ...waits(180),
    },
  };
}

function workbench(name: string, include: string): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [include],
      ...inNode,
      ...besideWorkbenches,
      globalSetup: "test/ui/prepare.ts",
      setupFiles: "test/ui/showFailedTests.ts",
      isolate: false,
      // Several windows are at work on all processors: a test has the time for many waits that are within their own limits.
      ...waits(300),
    },
  };
}

function processes(name: string): TestProjectInlineConfiguration {
  return { test: { name, include: [`test/${name}/**/*.test.ts`], ...inNode, ...waits(600), ...besideProcesses, ...startingPrograms } };
}

export default defineConfig({
  test: {
    sequence: { sequencer: SortedFiles },
    projects: [
      node("unit", ["test/unit/**/*.test.ts"], { exclude: [...slow, ...withReplacedModules], isolate: false }),
      node("unitWithReplacedModules", withReplacedModules),
      node("unitMore", ["test/unit/**/more/*.test.ts"], besideWaiting),
      node("unitLong", ["test/unit/**/long/*.test.ts"], besideWaiting),
      node("service", ["test/{service,providers}/**/*.test.ts"], { exclude: slow, isolate: false, setupFiles, ...startingPrograms }),
      node("serviceMore", ["test/{service,providers}/more/*.test.ts"], { ...besideWaiting, setupFiles, ...startingPrograms }),
      node("serviceLong", ["test/{service,providers}/long/*.test.ts"], { ...besideWaiting, setupFiles, ...startingPrograms }),
      node(
        "postgres",
        [
          "test/service/{v1*,v2,limits,errors,repeatedRequests}.test.ts",
          "test/service/more/{hostileInput,faults}.test.ts",
          "test/unit/service/{store/{charging,keptAnswers,repeatedRequests,storeTimes,taskStore},work/taskRunner}.test.ts",
        ],
        { env: { SERVICE_DATABASE: "postgres" }, setupFiles, globalSetup: "test/service/preparePostgres.ts" },
      ),
      panel("panel", "test/panel/{,more/}*.test.ts"),
      panel("panelLong", "test/panel/long/*.test.ts"),
      workbench("ui", "test/ui/{,more/}*.test.ts"),
      workbench("uiLong", "test/ui/long/*.test.ts"),
      workbench("agents", "test/agents/*.test.ts"),
      processes("cluster"),
      processes("agents/programs"),
      processes("faults"),
    ],
  },
});
