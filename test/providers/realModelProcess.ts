/** A real model in a process of its own: prints its address, and ends when its standard input ends. */
import { startRealModel } from "./realModel.ts";

const engine = await startRealModel();
process.stdout.write(`${engine.url}\n`);
process.stdin.resume().once("end", () => void engine.close());
