/** The projects of the tests that run in plain Node. Those whose names end with `More` are tests in folders named `more`. */
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { SortedFiles } from "./scripts/testing/sortTestFiles.ts";

function panel(name: string, include: string): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [include],
      environment: "node",
      globalSetup: "test/panel/prepare.ts",
      // The files of a worker share a browser.
      isolate: false,
      expect: { poll: { timeout: 30_000 } },
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  };
}

function workbench(name: string, include: string): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [include],
      environment: "node",
      globalSetup: "test/ui/prepare.ts",
      setupFiles: "test/ui/showFailedTests.ts",
      isolate: false,
      expect: { poll: { timeout: 30_000 } },
      // Several windows are at work on all processors: a test has the time for many waits that are within their own limits.
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  };
}

export default defineConfig({
  test: {
    // Many tests wait for a timer or for another process: two files at a time keep even two cores at work.
    maxWorkers: 2,
    sequence: { sequencer: SortedFiles },
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          environment: "node",
          // They run beside browsers and servers that occupy all processors.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "service",
          include: ["test/service/**/*.test.ts", "test/providers/**/*.test.ts"],
          environment: "node",
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "postgres",
          include: ["test/service/{*Client,hostileInput,llmprobe,v1*,v2,limits,errors,faults}.test.ts"],
          environment: "node",
          env: { SERVICE_DATABASE: "postgres" },
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      panel("panel", "test/panel/*.test.ts"),
      panel("panelMore", "test/panel/more/*.test.ts"),
      workbench("ui", "test/ui/*.test.ts"),
      workbench("uiMore", "test/ui/more/*.test.ts"),
      workbench("agents", "test/agents/*.test.ts"),
      { test: { name: "cluster", include: ["test/cluster/**/*.test.ts"], environment: "node", testTimeout: 600_000 } },
      { test: { name: "faults", include: ["test/faults/**/*.test.ts"], environment: "node", testTimeout: 600_000 } },
    ],
  },
});
