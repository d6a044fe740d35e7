/** The suites of `npm test`. */

export interface Suite {
  name: string;
  /** Run by Node.js; `REPORT` is replaced by the report's file name. */
  command: readonly string[];
  /** The program that writes the report; a suite without one is a single test that passes with exit code 0. */
  report: "vitest" | "host" | undefined;
  /** Whether it needs the results of `installSystemPackages` and `installServer`. */
  needsInstallation: boolean;
}

/** vitest with some projects or files; its report is written to `REPORT`. */
function vitest(...options: readonly string[]): readonly string[] {
  return ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json", "--outputFile.json=REPORT", ...options];
}

/**
 * The suites of a group run at the same time, because each leaves a part of two processors idle. The projects `faults`, `cluster`,
 * `postgres` and `agents` are not included: `npm run test:faults` runs the first, and so on.
 */
export const suites: readonly (readonly Suite[])[] = [
  [
    { name: "types", command: ["node_modules/typescript/bin/tsc", "-b"], report: undefined, needsInstallation: false },
    {
      name: "lint",
      command: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
      report: undefined,
      needsInstallation: false,
    },
    {
      name: "unused exports",
      command: ["node_modules/knip/bin/knip.js", "--production", "--no-progress"],
      report: undefined,
      needsInstallation: false,
    },
  ],
  [
    { name: "extension host", command: ["scripts/testHost.ts", "--report", "REPORT"], report: "host", needsInstallation: true },
    {
      name: "service, unit, workbench and panel",
      command: vitest("--project=service", "--project=unit", "--project=ui", "--project=panel"),
      report: "vitest",
      needsInstallation: true,
    },
  ],
];
