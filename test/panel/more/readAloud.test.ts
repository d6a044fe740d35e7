/** Reading answers aloud: which sentences, one after the other, until the user stops. */
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "../conversations.ts";
import { type ChatCalled, openPanelPage, type PanelPage } from "../panelPage.ts";
import { silence } from "../silence.ts";

type Speak = ChatCalled<"speak">;

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await sharedBrowser();
}, 180_000);
beforeEach(async () => {
  await panel?.close();
  panel = await openPanelPage(browser);
});

const asked = () => panel.sent.filter((message): message is Speak => message.type === "speak");
const button = (name: "readAloud" | "readPause" | "readResume" | "readStop") =>
  panel.page.getByRole("button", { name: panel.say(name), exact: true });
const spoken = (seconds: number) => ({ recording: { data: silence(seconds).toString("base64"), mediaType: "audio/wav" } });
/** The host returns the audio of each sentence immediately. */
const speakAll = (seconds: number) => {
  panel.host.speak = () => spoken(seconds);
};
/** The host returns the audio of each sentence when the returned function is called. */
const speakLater = () => {
  const waiting: ((reply: ReturnType<typeof spoken>) => void)[] = [];
  panel.host.speak = () => new Promise((resolve) => waiting.push(resolve));
  return (seconds: number) => {
    for (const resolve of waiting.splice(0)) resolve(spoken(seconds));
  };
};
const show = (text: string) => panel.show(conversationOf([promptOf("p", "Say"), answerOf("a", "p", [textPart(text)])]));
const three = "The first sentence is about lamps. The second sentence is about oil. The third sentence is about wicks.";
const marked = () =>
  panel.page.evaluate(() =>
    [...(CSS.highlights.get("heard-sentence") ?? [])].map((range) => (range instanceof Range ? String(range) : "")),
  );

test("sentences include the texts of links, but no code, formulas or markup, and the current one is marked", async () => {
  await show(
    [
      "# How lamps *burn*",
      "A lamp needs [whale oil](https://example.org/oil), e.g. from `spermaceti`. It burns **slowly**[^1].",
      "```ts\nconst lamp = 1;\n```",
      "| Lamp | Hours |\n|---|---|\n| small | 4 |",
      "- Trim the wick every evening.\n- Clean the lens of the lamp.",
      "$$E = mc^2$$",
      "[^1]: As far as it is known.",
    ].join("\n\n"),
  );
  await panel.page.locator(".markdown table").waitFor();
  speakAll(0.05);
  await button("readAloud").click();
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "stopSpeaking" });
  const texts = asked().map(({ text }) => text);
  expect(texts.slice(0, 7)).toEqual([
    "How lamps burn",
    "A lamp needs whale oil, e.g. from spermaceti.",
    "It burns slowly.",
    "Lamp, Hours",
    "small, 4",
    "Trim the wick every evening.",
    "Clean the lens of the lamp.",
  ]);
  expect(texts.join(" ")).not.toMatch(/const|mc/);
  await button("readAloud").waitFor();
  await expect.poll(() => marked()).toEqual([]);
  expect(panel.violations).toEqual([]);
});

test.each([
  ["a list", "- **Anna:** Good evening. Is the lamp lit?\n- **Ben:** It is lit.\n- **Anna:** Then all is well."],
  ["lines", "Anna: Good evening. Is the lamp lit?\nBen: It is lit.\nAnna: Then all is well."],
  ["headings", "## Anna\n\nGood evening. Is the lamp lit?\n\n## Ben\n\nIt is lit.\n\n## Anna\n\nThen all is well."],
])("the sentences of a dialogue have a speaker, whose name is not read: %s", async (_, text) => {
  await show(text);
  speakAll(0.05);
  await button("readAloud").click();
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "stopSpeaking" });
  expect(asked().map(({ speaker, text }) => [speaker, text])).toEqual([
    ["Anna", "Good evening. Is the lamp lit?"],
    ["Ben", "It is lit."],
    ["Anna", "Then all is well."],
  ]);
});

test("points of a list that begin with a name and a colon have no speakers", async () => {
  await show("- **Speed:** The lamp is lit in a second.\n- **Safety:** The lamp stays cool at night.");
  speakAll(0.05);
  await button("readAloud").click();
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "stopSpeaking" });
  expect(asked().map(({ speaker, text }) => [speaker, text])).toEqual([
    [undefined, "Speed: The lamp is lit in a second."],
    [undefined, "Safety: The lamp stays cool at night."],
  ]);
});

test("the next sentence is requested while one is played, but not while it is paused or after it is stopped", async () => {
  const answer = speakLater();
  await show(three);
  await button("readAloud").click();
  await panel.waitFor("speak");
  await panel.page.getByText(panel.say("readPosition", 1, 3)).waitFor();
  expect(asked().map(({ index }) => index)).toEqual([0]);
  // Its audio lasts longer than the test.
  answer(120);
  await expect.poll(() => asked().map(({ index }) => index)).toEqual([0, 1]);
  await expect.poll(marked).toEqual(["The first sentence is about lamps."]);
  const focused = () => panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await button("readPause").press("Enter");
  await expect.poll(focused).toBe(panel.say("readResume"));
  await panel.page.keyboard.press("Enter");
  await expect.poll(focused).toBe(panel.say("readPause"));
  await button("readStop").press("Enter");
  await expect.poll(focused).toBe(panel.say("readAloud"));
  await expect.poll(() => marked()).toEqual([]);
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "stopSpeaking" });
  // A late answer is ignored.
  speakAll(0.05);
  answer(0.05);
  await button("readAloud").waitFor();
  expect(asked()).toHaveLength(2);
});

test("the page releases each recording, whether it was played, cannot be played, was requested in advance or was stopped", async () => {
  await show(three);
  await panel.page.evaluate(() => {
    const { createObjectURL, revokeObjectURL } = URL;
    const addresses = new Set<string>();
    const count = () => {
      document.body.dataset.addresses = String(addresses.size);
    };
    URL.createObjectURL = (content) => {
      const address = createObjectURL(content);
      addresses.add(address);
      count();
      return address;
    };
    URL.revokeObjectURL = (address) => {
      addresses.delete(address);
      count();
      revokeObjectURL(address);
    };
  });
  const addresses = () => panel.page.evaluate(() => document.body.dataset.addresses);
  const isAsked = (reading: number, index: number) =>
    expect.poll(() => asked().map((message) => [message.reading, message.index])).toContainEqual([reading, index]);
  panel.host.speak = ({ reading, index }) =>
    index === 0 ? { recording: { data: "AAAA", mediaType: "audio/wav" } } : spoken(reading === 1 && index === 1 ? 0.05 : 120);
  await button("readAloud").click();
  await isAsked(1, 2);
  await expect.poll(marked).toEqual(["The third sentence is about wicks."]);
  expect(await addresses()).toBe("1");
  await button("readStop").click();
  expect(await addresses()).toBe("0");
  await button("readAloud").click();
  await expect.poll(marked).toEqual(["The second sentence is about oil."]);
  await isAsked(2, 2);
  await button("readStop").click();
  expect(await addresses()).toBe("0");
});

test("pausing before a sentence arrives requests no more, and it is played after resuming", async () => {
  const answer = speakLater();
  await show(three);
  await button("readAloud").click();
  await panel.waitFor("speak");
  await panel.page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      document.title = "heard";
      return play.call(this);
    };
  });
  await button("readPause").click();
  await button("readResume").waitFor();
  answer(0.05);
  await expect.poll(marked).toEqual(["The first sentence is about lamps."]);
  expect(asked()).toHaveLength(1);
  expect(await panel.page.title()).not.toBe("heard");
  speakAll(0.05);
  await button("readResume").click();
  await expect.poll(() => asked().map(({ index }) => index)).toEqual([0, 1, 2]);
  await button("readAloud").waitFor();
});

test("reading ends at a sentence that cannot be spoken, and continues there when the host allows it", async () => {
  await show(three);
  panel.host.speak = ({ index }) => (index === 1 ? {} : spoken(0.05));
  await button("readAloud").click();
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "stopSpeaking" });
  await button("readAloud").waitFor();
  expect(asked().map(({ index }) => index)).toEqual([0, 1]);
  speakAll(0.05);
  await panel.post({ type: "readAloud", turnId: "a", index: 1 });
  await expect
    .poll(() => asked().map(({ reading, index }) => [reading, index]))
    .toEqual([
      [1, 0],
      [1, 1],
      [2, 1],
      [2, 2],
    ]);
});

test("reading another answer, opening another conversation or the list ends the reading", async () => {
  const turns = [
    promptOf("p", "Say"),
    answerOf("a", "p", [textPart(three)]),
    promptOf("q", "Go on", "a"),
    answerOf("b", "q", [textPart(three)]),
  ];
  speakLater();
  const stops = () => panel.sent.filter(({ type }) => type === "stopSpeaking").length;
  await panel.show(conversationOf(turns));
  await button("readAloud").first().click();
  await button("readStop").waitFor();
  await button("readAloud").click();
  await expect.poll(stops).toBe(1);
  await expect.poll(() => asked().map(({ turnId }) => turnId)).toEqual(["a", "b"]);
  await panel.post({ type: "showConversations" });
  await expect.poll(stops).toBe(2);
  expect(asked()).toHaveLength(2);
});
