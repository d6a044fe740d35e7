/** Nothing in; the suites that make up `npm test`, in order, out. */
import vitestConfiguration from "../../vitest.config.ts";

export interface Suite {
  name: string;
  /** Run by Node; `REPORT` stands for the file that the report goes to. */
  command: readonly string[];
  /** Who writes a report; a suite without one is a single test that passes with exit code 0. */
  report: "vitest" | "host" | undefined;
}

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json", "--outputFile.json=REPORT"];

/** Projects that are not run together with the rest: one drives workbenches, one is for `npm run test:faults`. */
const apart = ["ui", "faults"];

const rooms = (vitestConfiguration.test?.projects ?? [])
  .flatMap((project) =>
    typeof project === "object" && "test" in project && typeof project.test?.name === "string" ? [project.test.name] : [],
  )
  .filter((name) => !apart.includes(name));

export const suites: readonly Suite[] = [
  { name: "types", command: ["node_modules/typescript/bin/tsc", "-b"], report: undefined },
  { name: "lint and walls", command: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."], report: undefined },
  { name: "rooms, service and panel", command: [...vitest, ...rooms.map((name) => `--project=${name}`)], report: "vitest" },
  { name: "extension host", command: ["scripts/testHost.ts", "--report", "REPORT"], report: "host" },
  { name: "workbench", command: [...vitest, "--project=ui"], report: "vitest" },
];
