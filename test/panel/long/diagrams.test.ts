/** Mermaid diagrams of answers: how they are drawn, what replaces those that cannot be drawn, and that none can do harm. */
import { type Browser, chromium } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { findBrowser } from "../../../scripts/findBrowser.ts";
import { browserArguments } from "../../../scripts/vscodeHost/browserArguments.ts";
import { sharedBrowser } from "../browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "../conversations.ts";
import { diagramSources } from "../diagramSources.ts";
import { openPanelPage, type PanelPage } from "../panelPage.ts";

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await sharedBrowser();
}, 180_000);

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n`;

async function showAnswer(
  text: string,
  state: "completed" | "streaming" = "completed",
  beforehand?: (page: PanelPage) => Promise<unknown>,
) {
  await panel?.close();
  panel = await openPanelPage(browser, { isAlone: beforehand !== undefined });
  await beforehand?.(panel);
  await panel.show(conversationOf([promptOf("p", "Draw"), answerOf("a", "p", [textPart(text)], { state })]));
}
const append = (text: string) => panel.change("conversation", [{ type: "textAppended", turnId: "a", key: "0.0", text }]);
const images = () => panel.page.locator(".diagram-image img");
const source = () => panel.page.locator(".diagram pre");
const button = (name: string) => panel.page.getByRole("button", { name, exact: true });

/** The SVG of each diagram, in order. */
const drawn = () =>
  images().evaluateAll((all) =>
    all.map((image) => decodeURIComponent(image instanceof HTMLImageElement ? image.src.replace(/^[^,]*,/, "") : "")),
  );

test("each kind of diagram is drawn, as an image with the size of its content", async () => {
  await showAnswer(Object.values(diagramSources).map(fence).join("\n"));
  await panel.page.setViewportSize({ width: 600, height: 8000 });
  await expect.poll(() => images().count(), { timeout: 90_000 }).toBe(Object.keys(diagramSources).length);
  const sizes = await images().evaluateAll((all) => all.map((image) => (image instanceof HTMLImageElement ? image.naturalHeight : 0)));
  expect(Math.min(...sizes)).toBeGreaterThan(50);
  expect(await panel.page.locator(".diagram-notice").count()).toBe(0);
  expect(panel.violations).toEqual([]);
  expect(panel.strangeRequests).toEqual([]);
});

test("Mermaid is loaded only with the first diagram; until the fence is closed, the source grows", async () => {
  const requests: string[] = [];
  await showAnswer("No diagram, but `mermaid`.\n\n```text\nflowchart LR\n```\n\n", "streaming");
  // By then, the module that renders text is loaded.
  await panel.page.locator(".code-block pre").waitFor();
  panel.page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    // The highlighter is loaded whenever the panel is idle.
    if (path.endsWith(".js") && path !== "/highlighter.js") requests.push(path);
  });
  for (const line of ["```mermaid\n", "flowchart LR\n", "  A --> B\n"]) await append(line);
  await expect.poll(() => panel.page.locator(".code-block pre").last().textContent()).toBe("flowchart LR\n  A --> B\n");
  expect(await panel.page.locator("iframe").count()).toBe(0);
  expect(requests).toEqual([]);
  await append("```\n\nAnd on.");
  await images().waitFor();
  expect(requests).toEqual(["/diagramFrame.js"]);
  await expect.poll(() => source().isVisible()).toBe(false);
  // The same frame draws the next diagram.
  await append(`\n\n${fence("flowchart LR\n  C --> D")}\n`);
  await expect.poll(() => images().count()).toBe(2);
  expect(await panel.page.locator("iframe").count()).toBe(1);
  expect(requests).toHaveLength(1);
});

test("a diagram in a list is drawn when its fence is closed, and stays the same element while the list grows", async () => {
  await showAnswer("1. One\n\n   ```mermaid\n   flowchart LR\n", "streaming");
  await append("   A --> B\n");
  await expect.poll(() => panel.page.locator(".code-block pre").textContent()).toContain("A --> B");
  expect(await panel.page.locator(".diagram").count()).toBe(0);
  await append("   ```\n\n   More");
  await images().waitFor();
  await panel.page.evaluate(() => Object.assign(window, { first: document.querySelector(".diagram-image") }));
  await append(" of *it*\n2. Two");
  await panel.page.getByText("Two").waitFor();
  expect(await panel.page.evaluate(() => document.querySelector(".diagram-image") === Reflect.get(window, "first"))).toBe(true);
});

test("the user switches between diagram and source, copies the source, and enlarges the diagram", async () => {
  const code = "flowchart LR\n  Alpha --> Beta";
  const markdown = `See:\n\n${fence(code)}`;
  await showAnswer(markdown);
  await images().waitFor();
  await expect.poll(() => source().isVisible()).toBe(false);
  await panel.page
    .locator(".code-actions")
    .getByRole("button", { name: panel.say("copy") })
    .click();
  expect(await panel.waitFor("copy")).toEqual({ type: "copy", text: `${code}\n` });
  await button(panel.say("diagramSource")).click();
  await source().waitFor();
  await expect.poll(() => images().isVisible()).toBe(false);
  await button(panel.say("diagramShow")).click();
  await images().waitFor();
  await expect.poll(() => source().isVisible()).toBe(false);
  await button(panel.say("diagramOpen")).click();
  const large = panel.page.locator(".lightbox img");
  await large.waitFor();
  await button(panel.say("zoomIn")).click();
  await expect.poll(() => large.getAttribute("data-zoom")).toBe("1.5");
  await panel.page.keyboard.press("Escape");
  await large.waitFor({ state: "detached" });
  // The search shows the location of the match.
  await panel.post({ type: "find" });
  await panel.page.getByRole("textbox", { name: panel.say("findInConversation") }).fill("Beta");
  await source().waitFor();
  await panel.page.locator(".code-header").click({ button: "right" });
  await panel.post({ type: "copyClicked", what: "markdown" });
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "copy", text: markdown });
});

test("an invalid diagram is shown as its source, with an explanation", async () => {
  const wrong = ["flowchart LR\n  A --> ((", "nonsense\n  A --> B", "flowchart LR\n  A[\u0001]"];
  await showAnswer(wrong.map(fence).join("\n"));
  await expect.poll(() => panel.page.locator(".diagram-notice").count()).toBe(wrong.length);
  const notices = await panel.page.locator(".diagram-notice").allTextContents();
  expect(notices[0]).toBe(panel.say("diagramInvalidAt", 2));
  expect(notices.slice(1)).toEqual(wrong.slice(1).map(() => panel.say("diagramInvalid")));
  expect(await source().first().isVisible()).toBe(true);
  expect(await button(panel.say("diagramSource")).count()).toBe(0);
  expect(panel.violations).toEqual([]);
});

test("a diagram of a kind that is left out says so, each time", async () => {
  const rare = [
    ["c4", "C4Context\n  title Rare"],
    ["c4", "C4Container\n  title Again"],
    ["sankey", "sankey-beta\nA,B,1"],
    ["packet", 'packet-beta\n0-15: "Port"'],
    ["requirement", "requirementDiagram\n  requirement a {\n  id: 1\n  }"],
    ["kanban", "kanban\n  a[Todo]\n    b[One]"],
  ] as const;
  await showAnswer(rare.map(([, written]) => fence(written)).join("\n"));
  await panel.page.setViewportSize({ width: 600, height: 4000 });
  await expect.poll(() => panel.page.locator(".diagram-notice").count()).toBe(rare.length);
  expect(await panel.page.locator(".diagram-notice").allTextContents()).toEqual(rare.map(([kind]) => panel.say("diagramMissing", kind)));
  expect(await source().first().isVisible()).toBe(true);
});

test("a large diagram is drawn only on request", async () => {
  const many = `flowchart LR\n${Array.from({ length: 60 }, (_, index) => `  N${index}[${"word ".repeat(40)}] --> M${index}`).join("\n")}`;
  await showAnswer(fence(many));
  await panel.page.getByText(panel.say("diagramLarge")).waitFor();
  expect(await panel.page.locator("iframe").count()).toBe(0);
  await button(panel.say("diagramDraw")).click();
  await images().waitFor({ timeout: 90_000 });
  expect(await panel.page.locator(".diagram-notice").count()).toBe(0);
});

test("a diagram follows the theme, whatever its source says", async () => {
  await showAnswer(fence('%%{init: {"theme": "forest", "themeCSS": "* { fill: red }"}}%%\nflowchart LR\n  A --> B'));
  await images().waitFor();
  const shown: string[] = [];
  const background = (svg: string | undefined) => /\.edgeLabel[^}]*background-color:(#\w+)/.exec(svg ?? "")?.[1];
  for (const [theme, color] of [
    ["light", "#ffffff"],
    ["highContrastDark", "#000000"],
    ["highContrastLight", "#ffffff"],
    ["dark", "#121314"],
  ] as const) {
    await panel.setTheme(theme);
    await expect.poll(async () => background((await drawn())[0])).toBe(color);
    shown.push(...(await drawn()));
  }
  expect(shown.filter((svg) => svg.includes("fill:red") || svg.includes("fill: red"))).toEqual([]);
});

const hostile = [
  'flowchart LR\n  A["<script>parent.pwned = 1; top.pwned = 1</script>"] --> B["<img src=https://example.com/a.png onerror=\'parent.pwned=1\'>"]',
  'flowchart LR\n  A["<iframe srcdoc=\'<script>top.pwned=1</script>\'></iframe>"] --> B["<svg onload=alert(1)>"]',
  'flowchart LR\n  A --> B\n  click A "javascript:parent.pwned=1"\n  click B href "https://example.com" _blank',
  "flowchart LR\n  A --> B\n  click A call alert(1)\n  click B alert",
  '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  A["<b onclick=alert(1)>x</b>"] --> B',
  '---\nconfig:\n  securityLevel: loose\n  themeCSS: "} body { background: url(https://example.com/b.png) }"\n---\nflowchart LR\n  A --> B',
  '%%{init: {"fontFamily": "x; } * { background: url(https://example.com/c.png) } .a {"}}%%\nflowchart LR\n  A --> B',
  "flowchart LR\n  A --> B\n  style A fill:url(https://example.com/d.png)\n  classDef evil background:url(https://example.com/e.png)\n  class B evil",
  'sequenceDiagram\n  participant A\n  links A: {"x": "javascript:parent.pwned=1"}\n  A->>B: <img src=x onerror=alert(1)>',
  'classDiagram\n  class A\n  click A href "javascript:parent.pwned=1"\n  A : <a href="javascript:parent.pwned=1">x</a>',
  "gantt\n  section <script>parent.pwned=1</script>\n  A :a, 2026-01-01, 1d\n  click a call alert(1)",
  'flowchart LR\n  A@{ img: "https://example.com/f.png", label: "x" } --> B@{ icon: "fa:x" }',
  'flowchart LR\n  A["</script></style></svg><script>parent.pwned=1</script>"] --> B',
  '%%{init: {"__proto__": {"pwned": 1}, "constructor": {"prototype": {"pwned": 1}}}}%%\nflowchart LR\n  A["$$x^2$$"] --> B',
];

test("hostile diagrams run nothing, load nothing, and have no access to the panel", async () => {
  await showAnswer(hostile.map(fence).join("\n"));
  await panel.page.setViewportSize({ width: 600, height: 8000 });
  await expect
    .poll(() => panel.page.locator(".diagram > :is(.diagram-image, .diagram-notice)").count(), { timeout: 90_000 })
    .toBe(hostile.length);
  // Most are drawn: their hostile parts are left out, or are text.
  expect(await images().count()).toBeGreaterThan(hostile.length - 5);
  const found = await panel.page.evaluate(() => ({
    elements: [...document.querySelectorAll(".turns *")]
      .filter((element) => /^(?:script|iframe|svg|style|foreignobject|object|embed|link)$/i.test(element.localName))
      .map((element) => element.localName),
    handlers: [...document.querySelectorAll("*")].flatMap((element) => element.getAttributeNames().filter((name) => /^on/.test(name))),
    frames: [...document.querySelectorAll("iframe")].map((frame) => frame.getAttribute("sandbox")),
    pwned: [Reflect.get(window, "pwned"), Reflect.get({}, "pwned")],
  }));
  expect(found).toEqual({ elements: [], handlers: [], frames: ["allow-scripts"], pwned: [undefined, undefined] });
  for (const frame of panel.page.frames()) expect(await frame.evaluate(() => Reflect.get(globalThis, "pwned"))).toBeUndefined();
  // As images, they cannot run anything, and their source has no element or attribute that would.
  const acting = /<(?:script|iframe|img|foreignObject|image)\b|<[^>]*(?:\son\w+=|javascript:)/gi;
  expect((await drawn()).flatMap((svg) => svg.match(acting) ?? [])).toEqual([]);
  expect(panel.strangeRequests).toEqual([]);
});

test("messages of the frame are not mistaken for messages of the host", async () => {
  await showAnswer(`${fence("flowchart LR\n  A --> B")}\n`, "streaming");
  await images().waitFor();
  await panel.page.evaluate(() =>
    Object.assign(window, {
      received: new Promise((resolve) => window.addEventListener("message", ({ data }) => data === "the last" && resolve(true))),
    }),
  );
  const [, frame] = panel.page.frames();
  const reached = await frame?.evaluate(() => {
    parent.postMessage({ push: { type: "showConversations" } }, "*");
    parent.postMessage({ type: "answered", id: "x", answer: null }, "*");
    parent.postMessage({ type: "answered", id: 99, answer: { type: "drawn", svg: "<svg/>" } }, "*");
    parent.postMessage("the last", "*");
    try {
      return parent.document.title;
    } catch (error) {
      return error instanceof Error ? error.name : "";
    }
  });
  expect(reached).toBe("SecurityError");
  await panel.page.evaluate(() => Reflect.get(window, "received"));
  await append("And on.\n\n");
  await panel.page.getByText("And on.").waitFor();
  expect(await panel.page.locator(".conversations").count()).toBe(0);
});

test("drawing a diagram is stopped if it takes too long, and can be tried again", async () => {
  await showAnswer(fence("flowchart LR\n  A --> B"), "completed", async ({ page }) => {
    await page.clock.install();
    const stuck = 'export default () => { parent.postMessage({ type: "ready" }, "*"); };';
    await page.route("**/diagramFrame.js", (route) => route.fulfill({ body: stuck, contentType: "text/javascript" }));
  });
  await panel.page.locator("iframe").waitFor({ state: "attached" });
  await expect
    .poll(async () => {
      await panel.page.clock.fastForward(21_000);
      return panel.page.getByText(panel.say("diagramLate")).count();
    })
    .toBe(1);
  await expect.poll(() => panel.page.locator("iframe").count()).toBe(0);
  expect(await source().isVisible()).toBe(true);
  await button(panel.say("diagramDraw")).click();
  await panel.page.locator("iframe").waitFor({ state: "attached" });
});

test("the panel stays responsive while a diagram is drawn", async () => {
  // As in every desktop browser: a frame without an origin has a process of its own.
  const executablePath = findBrowser();
  const isolated = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...browserArguments, "--site-per-process"],
  });
  try {
    const busy = await openPanelPage(isolated);
    await busy.page.route("**/diagramFrame.js", (route) =>
      route.fulfill({
        body: 'export default () => { parent.postMessage("busy", "*"); setTimeout(() => { for (;;); }); };',
        contentType: "text/javascript",
      }),
    );
    await busy.page.evaluate(() =>
      Object.assign(window, {
        busy: new Promise((resolve) => window.addEventListener("message", ({ data }) => data === "busy" && resolve(true))),
      }),
    );
    await busy.show(conversationOf([promptOf("p", "Draw"), answerOf("a", "p", [textPart(fence("flowchart LR\n  A --> B"))])]));
    await busy.page.evaluate(() => Reflect.get(window, "busy"));
    await busy.page.getByRole("textbox", { name: busy.say("message") }).fill("It still answers");
    await busy.page.keyboard.press("Enter");
    expect(await busy.waitFor("send")).toMatchObject({ text: "It still answers" });
  } finally {
    await isolated.close();
  }
});
