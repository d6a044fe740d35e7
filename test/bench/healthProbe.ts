/**
 * Asks a service for `/healthz` until its standard input ends, in a process of its own, so that nothing else delays it. Writes a line when it
 * has been answered once, and at the end the longest time in milliseconds of all later answers.
 */
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const url = `${process.argv[2]}/healthz`;
const agent = new Agent({ keepAlive: true });
let isOver = false;
process.stdin.resume().on("end", () => {
  isOver = true;
});

const ask = () => new Promise((resolve, reject) => get(url, { agent }, (answer) => answer.resume().on("end", resolve)).on("error", reject));

await ask();
process.stdout.write("answered\n");
let longest = 0;
while (!isOver) {
  const start = performance.now();
  await ask();
  longest = Math.max(longest, performance.now() - start);
  await sleep(10);
}
process.stdout.write(`${longest}\n`);
agent.destroy();
