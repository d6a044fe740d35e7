/** The view of results in clients of the MCP server: its content and requests, in all themes and narrow. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { translateTexts } from "../../../src/chat/texts/translatedTexts.ts";
import { thumbnailOfKey, type ViewTask, viewFactsKey } from "../../../src/contract/agentView.ts";
import { agentViewTexts } from "../../../src/contract/agentViewTexts.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { encodeWav } from "../../../src/media/sounds/encodeWav.ts";
import { type AgentViewPage, type Asked, type BuiltView, buildView, openAgentView, type ToolAnswer } from "../agentViewPage.ts";
import { sharedBrowser } from "../browser.ts";
import { type Theme, themes } from "../documentPage.ts";
import { payloads } from "../payloads.ts";
import { readViolations } from "../readViolations.ts";

let browser: Browser;
let built: BuiltView;
beforeAll(async () => {
  [browser, built] = await Promise.all([sharedBrowser(), buildView()]);
}, 300_000);

const prompt = "A heron in the reeds at dawn, in watercolour, with mist over the water and a village far behind it";
const image = encodePng({ width: 64, height: 48, channels: 3, data: new Uint8Array(64 * 48 * 3).fill(140) });
const sound = encodeWav([new Float32Array(8000)], 8000, "");
const files = {
  image: { name: "heron.png", mediaType: "image/png", bytes: image },
  audio: { name: "greeting.wav", mediaType: "audio/wav", bytes: sound },
  video: { name: "heron.mp4", mediaType: "video/mp4", bytes: new Uint8Array(8) },
};
type Shown = keyof typeof files;

function taskOf(kind: Shown, changes: Partial<ViewTask> = {}): ViewTask {
  const { name, mediaType, bytes } = files[kind];
  const file = { uri: `file:///projects/pond/generated/${name}`, name, mediaType, size: bytes.length, path: `generated/${name}` };
  return { id: "task-1", kind, model: `demo-${kind}`, prompt, state: "saved", cost: 0.04, files: [file], ...changes };
}

function resultOf(tasks: ViewTask[], others: Partial<ToolAnswer> = {}): ToolAnswer {
  const facts = { tasks, tool: `generate_${tasks[0]?.kind}`, repeats: true, waitSeconds: 50 };
  return { content: [{ type: "text", text: "Task task-1: saved." }], _meta: { [viewFactsKey]: facts }, ...others };
}

/** Answers like the server, unless the test answers otherwise. */
function answering(instead: Partial<Record<string, (asked: Asked) => unknown>> = {}) {
  return (asked: Asked): unknown => {
    const other = instead[asked.method];
    if (other !== undefined) return other(asked);
    if (asked.method !== "resources/read") return {};
    const file = Object.values(files).find(({ name }) => String(asked.params.uri).endsWith(`/${name}`));
    const blob = Buffer.from(file?.bytes ?? []).toString("base64");
    return { contents: [{ uri: asked.params.uri, mimeType: file?.mediaType, blob }] };
  };
}

interface Shows {
  theme?: Theme;
  width?: number;
  texts?: Readonly<Record<string, string>>;
  instead?: Partial<Record<string, (asked: Asked) => unknown>>;
}

async function inView({ instead, ...options }: Shows, use: (view: AgentViewPage) => Promise<void>): Promise<void> {
  const opened = await openAgentView(browser, built, { ...options, answer: answering(instead) });
  try {
    await use(opened);
    expect(opened.violations).toEqual([]);
  } finally {
    await opened.page.close();
  }
}

/** Opening a new page for each takes a while. */
const shownThemes = process.env.SCREENSHOTS === undefined ? (["dark", "highContrastLight"] as const) : themes;

const asked = (view: AgentViewPage, method: string) => view.asked.filter((one) => one.method === method).map(({ params }) => params);
const button = (view: AgentViewPage, name: string) => view.view.getByRole("button", { name });

interface State {
  name: string;
  instead?: Shows["instead"];
  enter(view: AgentViewPage): Promise<unknown>;
}

const show = (view: AgentViewPage, result: ToolAnswer) => view.sendInput({ prompt }).then(() => view.sendResult(result));

const states: State[] = [
  { name: "agentWaiting", enter: (view) => view.sendInput({ prompt }).then(() => view.view.getByText(prompt).waitFor()) },
  { name: "agentImage", enter: (view) => show(view, resultOf([taskOf("image")])).then(() => view.view.locator("img").waitFor()) },
  { name: "agentAudio", enter: (view) => show(view, resultOf([taskOf("audio")])).then(() => view.view.locator("audio").waitFor()) },
  {
    name: "agentLargeVideo",
    enter: (view) => {
      const [file] = taskOf("video").files;
      const files = file === undefined ? [] : [{ ...file, size: 2 ** 30 }];
      return show(view, resultOf([taskOf("video", { files })])).then(() => view.view.getByText("is too large to be shown").waitFor());
    },
  },
  {
    name: "agentRefused",
    enter: (view) =>
      show(view, {
        content: [{ type: "text", text: "The budget of this session (--max-cost 1) is used up. Nothing was sent." }],
        isError: true,
      }).then(() => view.view.getByText("is used up").waitFor()),
  },
  {
    name: "agentLinkRefused",
    instead: { "ui/message": () => ({ isError: true }) },
    async enter(view) {
      await show(view, resultOf([taskOf("image")]));
      await button(view, "Insert Link").click();
      await view.view.getByRole("textbox").waitFor();
    },
  },
];

describe("each state of the view", () => {
  test.for(states)("$name is accessible, fits and has sufficient contrast", async ({ name, instead = {}, enter }) => {
    for (const theme of shownThemes)
      await inView({ theme, width: theme === "dark" ? 200 : 420, instead }, async (view) => {
        await enter(view);
        await view.view.evaluate(() => document.fonts.ready);
        expect(await readViolations(view.view)).toEqual([]);
        const sizes = () =>
          view.view.evaluate(() => {
            const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
            return { overflow: scrollWidth - clientWidth, height: scrollHeight };
          });
        await expect.poll(async () => [(await sizes()).overflow, (await sizes()).height - (await view.height())]).toEqual([0, 0]);
        await view.screenshot(`${name}-${theme}`);
      });
  });

  test("fits 200 pixels in another language", async () => {
    const texts = translateTexts(agentViewTexts, (text) => `${text} ${text}`.replaceAll("e", "ééé"));
    await inView({ width: 200, texts }, async (view) => {
      await show(view, resultOf([taskOf("image")]));
      await button(view, texts.insertLink ?? "").waitFor();
      expect(await view.view.evaluate(() => document.documentElement.scrollWidth)).toBe(200);
    });
  });
});

describe("the view", () => {
  test("shows the thumbnail of the answer without requesting the file, and its prompt, model, cost and path", async () => {
    await inView({}, async (view) => {
      const task = taskOf("image");
      const data = Buffer.from(image).toString("base64");
      const thumbnail = { type: "image", data, mimeType: "image/png", _meta: { [thumbnailOfKey]: task.files[0]?.uri } };
      await show(view, resultOf([task], { content: [thumbnail] }));
      const shown = view.view.getByRole("img", { name: prompt });
      await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(64);
      await view.view.getByText("demo-image · cost €0.04 · generated/heron.png").waitFor();
      expect(asked(view, "resources/read")).toEqual([]);
    });
  });

  test("plays audio that it requests from the client", async () => {
    await inView({}, async (view) => {
      await show(view, resultOf([taskOf("audio")]));
      const player = view.view.locator("audio");
      await expect.poll(() => player.evaluate((element: HTMLAudioElement) => element.duration)).toBe(1);
      expect(asked(view, "resources/read")).toEqual([{ uri: "file:///projects/pond/generated/greeting.wav" }]);
    });
  });

  test("inserts a link into the chat, by keyboard alone", async () => {
    await inView({}, async (view) => {
      await show(view, resultOf([taskOf("image", { prompt: "A [heron]\nat dawn" })]));
      await view.view.locator("img").waitFor();
      await button(view, "Insert Link").focus();
      await view.page.keyboard.press("Enter");
      await view.view.getByText(agentViewTexts.inserted).waitFor();
      const text = "Insert this link where it fits: ![A \\[heron\\] at dawn](generated/heron.png)";
      expect(asked(view, "ui/message")).toEqual([{ role: "user", content: [{ type: "text", text }] }]);
      await view.page.keyboard.press("Tab");
      expect(await view.view.evaluate(() => document.activeElement?.textContent)).toBe("Variants");
    });
  });

  test("shows a link for copying if the chat does not accept it", async () => {
    await inView({ instead: { "ui/message": () => Promise.reject(new Error("no chat")) } }, async (view) => {
      await show(view, resultOf([taskOf("audio")]));
      await button(view, "Insert Link").click();
      await expect.poll(() => view.view.getByRole("textbox").inputValue()).toBe("[greeting.wav](generated/greeting.wav)");
    });
  });

  test("generates one variant at a time with the same call, and informs the agent", async () => {
    const answer = Promise.withResolvers<ToolAnswer>();
    await inView({ instead: { "tools/call": () => answer.promise } }, async (view) => {
      await show(view, resultOf([taskOf("image")]));
      await expect.poll(() => button(view, "Variants").getAttribute("title")).toBe("Generates another one; this one cost €0.04");
      await button(view, "Variants").click();
      await view.view.getByRole("status").getByText(agentViewTexts.generating).waitFor();
      await button(view, "Variants").click({ force: true });
      const file = { ...taskOf("image").files[0], uri: "file:///projects/pond/generated/heron-2.png", name: "heron-2.png" };
      answer.resolve(resultOf([{ ...taskOf("image"), id: "task-2", files: [file as ViewTask["files"][number]] }]));
      // The agent is informed after the answer arrived; the section of the variant is there before.
      await expect.poll(() => asked(view, "ui/update-model-context").length).toBe(1);
      expect(asked(view, "tools/call")).toEqual([{ name: "generate_image", arguments: { prompt } }]);
      await expect.poll(() => view.view.locator("section.result").count()).toBe(2);
    });
  });

  test("shows why a variant could not be generated", async () => {
    const refused = { content: [{ type: "text", text: "The budget is used up." }], isError: true };
    await inView({ instead: { "tools/call": () => refused } }, async (view) => {
      await show(view, resultOf([taskOf("image")]));
      await button(view, "Variants").click();
      await view.view.getByText("No variant was generated: The budget is used up.").waitFor();
      expect(await view.view.locator("section.result").count()).toBe(1);
    });
  });

  test("follows a task that the tool did not wait for", async () => {
    const end = Promise.withResolvers<ToolAnswer>();
    await inView({ instead: { "tools/call": () => end.promise } }, async (view) => {
      await show(view, resultOf([taskOf("video", { state: "running", files: [] })]));
      await expect
        .poll(() => asked(view, "tools/call"))
        .toEqual([{ name: "get_task", arguments: { task_id: "task-1", wait_seconds: 50 } }]);
      expect(await button(view, "Variants").getAttribute("aria-disabled")).toBe("true");
      end.resolve(resultOf([taskOf("video")]));
      await view.view.locator("video").waitFor();
      expect(await view.view.getByText("cost €0.04").count()).toBe(1);
    });
  });

  test("shows that the call was cancelled", async () => {
    await inView({}, async (view) => {
      await view.sendInput({ prompt });
      await view.sendCancelled();
      await view.view.getByText(agentViewTexts.cancelled).waitFor();
    });
  });

  test("shows untrusted text as plain text, and loads nothing", async () => {
    await inView({}, async (view) => {
      for (const payload of payloads.filter((_, index) => index % 12 === 0)) {
        const file = { uri: payload, name: payload, mediaType: "image/svg+xml", size: 8, path: payload };
        await view.sendResult(
          resultOf([taskOf("image", { prompt: payload, model: payload, files: [file] })], { content: [{ type: "text", text: payload }] }),
        );
        await expect.poll(() => view.view.locator("p.prompt").textContent()).toBe(payload);
      }
      expect(await view.view.evaluate(() => Reflect.get(window, "pwned"))).toBe(undefined);
      expect(await view.view.locator("main :is(script, iframe, style, svg, object)").count()).toBe(0);
    });
  });
});
