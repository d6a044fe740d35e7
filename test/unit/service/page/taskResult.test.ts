/** How the status page shows a task's result. */
import { expect, test } from "vitest";
import { taskResult } from "../../../../src/service/page/taskResult.ts";
import type { StoredTask } from "../../../../src/service/store/storedTask.ts";
import { imageFile, task } from "../store/storedTasks.ts";

const payload = `<img src=x onerror="alert(1)">'&`;
const show = async (changes: Partial<StoredTask>) => String(await taskResult({ ...task, ...changes }));
const textOutput = (text: string): StoredTask["output"] => ({ items: [{ type: "message", text, citations: [] }], incomplete: undefined });

test("texts, errors, models and file names are shown as plain text", async () => {
  const file = { ...imageFile("token", new Uint8Array(1)), name: payload, format: payload, mediaType: `image/${payload}` };
  const error = { code: "api_error", message: payload } as const;
  for (const output of [textOutput(payload), textOutput(payload.repeat(1000))]) {
    const shown = await show({ model: payload, output, error, files: [file, { ...file, mediaType: "text/plain" }] });
    expect(shown).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;");
    expect(shown).not.toMatch(/<img src=x|onerror="/);
  }
});

test("images, audio and videos are shown; very large images and other files are links", async () => {
  const file = imageFile("token", new Uint8Array(1));
  expect(await show({ files: [file] })).toContain('<img src="/files/token/demo.png"');
  expect(await show({ files: [{ ...file, mediaType: "audio/wav" }] })).toContain(
    '<audio controls preload="none" src="/files/token/demo.png"',
  );
  expect(await show({ files: [{ ...file, mediaType: "video/mp4" }] })).toContain("<video ");
  for (const other of [{ size: 4 * 1024 ** 3 }, { mediaType: "application/pdf" }]) {
    const shown = await show({ files: [{ ...file, ...other }] });
    expect(shown).toMatch(/<a class="open" href="\/files\/token\/demo.png">/);
    expect(shown).not.toMatch(/<img|<audio|<video/);
  }
});

test("a long text is collapsed, and a very long one is cut with the request for the rest", async () => {
  expect(await show({ output: textOutput("Short.") })).toBe('\n<p class="text">Short.</p>\n');
  const folded = await show({ output: textOutput("x".repeat(20_000)) });
  expect(folded).toContain("The whole text (20,000 characters)");
  expect(folded).not.toContain("The text goes on.");
  const cut = await show({ output: textOutput("x".repeat(20_001)) });
  expect(cut).toContain(`The text goes on. <code>GET /api/v1/responses/${task.id}</code>`);
  expect(cut).not.toContain("x".repeat(20_001));
  // No character is split.
  expect((await show({ output: textOutput(`x${"😀".repeat(150)}`) })).isWellFormed()).toBe(true);
});
