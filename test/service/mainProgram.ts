/** The program `generation-studio` that tests start as a process. */
import path from "node:path";

/** Environment variable with the bundle that `prepareMainProgram.ts` has built for all tests of a run. */
export const builtProgram = "MAIN_PROGRAM";

/** To be started by Node.js. Outside a run, its sources, which take three times the processor time to start. */
export const mainProgram = process.env[builtProgram] ?? path.join(import.meta.dirname, "../../src/commandLine/main.ts");
