/** The suites of `npm test`, `npm run test:all` and `npm run test:long`. */

export interface Suite {
  name: string;
  /** Run by Node.js; `REPORT` is replaced by the report's file name. */
  command: readonly string[];
  /** The program that writes the report; a suite without one is a single test that passes with exit code 0. */
  report: "vitest" | "host" | undefined;
  /** Whether it needs the results of `installSystemPackages` and `installServer`. */
  needsInstallation: boolean;
}

/** The tests of the extension host, in a process of their own. */
function host(name: string, ...options: readonly string[]): Suite {
  return { name, command: ["scripts/testHost.ts", "--report", "REPORT", ...options], report: "host", needsInstallation: true };
}

/** vitest with some projects; its report is written to `REPORT`. */
function vitest(name: string, ...projects: readonly string[]): Suite {
  const reports = ["--reporter=default", "--reporter=json", "--outputFile.json=REPORT"];
  const command = ["node_modules/vitest/vitest.mjs", "run", ...reports, ...projects.map((project) => `--project=${project}`)];
  return { name, command, report: "vitest", needsInstallation: true };
}

/** A check whose only result is its exit code. */
function check(name: string, ...command: readonly string[]): Suite {
  return { name, command, report: undefined, needsInstallation: false };
}

/**
 * Suites that run one after another. The lanes of a list run at the same time, because each suite leaves a part of two processors idle; the
 * last one of `npm test`, and the first one of the others, takes longest.
 */
export type Lane = readonly Suite[];

/** The suites of `npm test`. */
export const mainSuites: readonly Lane[] = [
  // Several threads would each check the types that they share: together a third more.
  [check("types", "node_modules/typescript/bin/tsc", "-b", "--singleThreaded")],
  [check("lint", "node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".")],
  [check("unused exports", "node_modules/knip/bin/knip.js", "--production", "--no-progress")],
  [host("extension host")],
  [vitest("service and unit", "service", "unit", "unitWithReplacedModules")],
];

/** What `npm run test:all` runs in addition. */
export const moreSuites: readonly Lane[] = [
  [vitest("panel, workbench and more of all levels", "unitMore", "serviceMore", "panel", "ui")],
  [host("more of the extension host", "--folder", "more"), vitest("PostgreSQL", "postgres")],
];

/** What only `npm run test:long` runs, one after another: the limits of other programs are short for a busy machine. */
export const longSuites: readonly Lane[] = [
  [
    vitest("all that takes long", "unitLong", "serviceLong", "panelLong", "uiLong"),
    host("all of the extension host that takes long", "--folder", "long"),
    vitest("agents", "agents", "agents/programs"),
    vitest("cluster", "cluster"),
  ],
];
