/** Hostile texts wherever the library shows untrusted text: nothing runs or loads, and nothing is sent to the host. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import { firstCell, remembered } from "../libraryInUse.ts";
import { entryAt, type LibraryPage, openLibraryPage } from "../libraryPage.ts";
import { payloads } from "../payloads.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const payloadAt = (index: number) => payloads[index % payloads.length] ?? "";

/** Moves the pointer over everything, then checks the effects. */
async function expectHarmless(panel: LibraryPage): Promise<void> {
  const found = await panel.page.evaluate(() => {
    const strange: string[] = [];
    for (const element of document.querySelectorAll(".library, .library *")) {
      for (const { name, value } of element.attributes) {
        const isOurs = name === "style" && element.matches(".grid, .row, .zoomed, .layers, .layer, .divider, table");
        if (/^on|^style$|^href$|^srcdoc$|^formaction$|^xlink:|^ping$|^nonce$/i.test(name) && !isOurs) strange.push(`${name}=${value}`);
        if (name === "src" && !value.startsWith("http://panel.test/images/")) strange.push(`${name}=${value}`);
      }
      if (/^(?:script|iframe|object|embed|style|link|meta|base|form|svg|math|frame|template|a)$/i.test(element.localName))
        strange.push(element.localName);
      for (const type of ["mouseover", "focus", "toggle"]) element.dispatchEvent(new Event(type, { bubbles: true }));
    }
    return { strange, pwned: window.pwned };
  });
  expect(found).toEqual({ strange: [], pwned: undefined });
  expect(panel.strangeRequests).toEqual([]);
  expect(panel.violations).toEqual([]);
}

test("in prompts, names, models, filters and facts, nothing runs and nothing loads", async () => {
  const entry = (index: number) => {
    const payload = payloadAt(index);
    return { ...entryAt(0), number: index + 1, task: payload, name: payload, prompt: payload, model: payload, mediaType: payload };
  };
  const counts = payloads.map((value, index) => ({ value, count: index }));
  const facets = {
    kind: counts,
    provider: counts,
    model: counts,
    tool: counts,
    month: counts,
    day: counts,
    cost: counts,
    folder: counts,
    favourites: 0,
  };
  const facts = payloads.map((payload): [string, string] => [payload, payload]);
  const state = remembered({ hasDetails: true, hasFilters: true });
  const references = payloads.map((label) => ({ label }));
  const made = payloads.map((text, index) => ({ ...entryAt(index + 10), name: text, prompt: text }));
  const details = { entry: entryAt(0), prompt: payloads.join("\n"), facts, references, announced: [...payloads], made };
  const panel = await openLibraryPage(
    browser,
    { total: payloads.length, entry, facets, instead: { describe: () => ({ details }) } },
    { width: 1600, height: 4000, state },
  );
  try {
    await panel.page.locator(".cell .caption").nth(50).waitFor();
    await panel.post({ type: "links", number: 1, links: payloads.map((name, line) => ({ document: name, name, line })) });
    await expect.poll(() => panel.page.locator(".links li").count()).toBe(payloads.length);
    await expect.poll(() => panel.page.locator(".details dd").count()).toBe(payloads.length);
    await expect.poll(() => panel.page.locator(".facets label").count()).toBe(8 * payloads.length);
    await expectHarmless(panel);
    await panel.page.locator(".grid-region").evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await panel.page.locator(`.cell[data-index="${payloads.length - 1}"] .caption`).waitFor();
    await expectHarmless(panel);
    panel.host.find = () => ({ error: payloads.join("\n") });
    await panel.post({ type: "changed" });
    await panel.page.getByRole("alert").waitFor();
    await expectHarmless(panel);
    expect(panel.sent.filter(({ type }) => type === "act" || type === "mark")).toEqual([]);
  } finally {
    await panel.close();
  }
});

test("dropping something on the library does not navigate", async () => {
  const panel = await openLibraryPage(browser);
  try {
    await firstCell(panel);
    const isPrevented = await panel.page.locator(".grid-region").evaluate((element) =>
      ["dragover", "drop"].map((type) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData("text/uri-list", "https://evil.example/");
        return !element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }),
    );
    expect(isPrevented).toEqual([true, true]);
  } finally {
    await panel.close();
  }
});

test("in the comparison, nothing runs and nothing loads", async () => {
  const text = payloads.join("\n");
  const numbers = [1, 4];
  const results = numbers.map((number) => ({
    entry: { ...entryAt(number - 1), name: text, prompt: text, model: text },
    prompt: text,
    fields: payloads.map((payload): [string, string] => [payload, `${number} ${payload}`]),
  }));
  const compare = () => ({ results });
  const panel = await openLibraryPage(browser, { instead: { compare } }, { width: 1600, state: remembered({ compared: numbers }) });
  try {
    await expect.poll(() => panel.page.locator(".fields th[scope=row]").count()).toBe(new Set(payloads).size);
    for (const mode of ["sideBySide", "swipe", "onionSkin", "difference"] as const) {
      await panel.page.getByRole("button", { name: panel.say(mode), exact: true }).click();
      await panel.page
        .locator(mode === "sideBySide" ? ".pane" : ".layer")
        .nth(1)
        .waitFor();
      await expectHarmless(panel);
    }
    expect(panel.sent.filter(({ type }) => type === "act" || type === "mark")).toEqual([]);
  } finally {
    await panel.close();
  }
});

test("a message of an unknown shape changes nothing", async () => {
  const panel = await openLibraryPage(browser, { total: 3 });
  try {
    await panel.page.locator(".cell .caption").nth(2).waitFor();
    await panel.page.evaluate(() => {
      for (const push of [
        null,
        1,
        "x",
        {},
        { type: "found" },
        { type: "page", request: 1, page: 0, entries: [{}] },
        { type: "__proto__" },
      ]) {
        window.dispatchEvent(new MessageEvent("message", { data: push }));
        window.dispatchEvent(new MessageEvent("message", { data: { push } }));
      }
    });
    await expect.poll(() => panel.page.locator(".cell .caption").count()).toBe(3);
    expect(panel.violations).toEqual([]);
  } finally {
    await panel.close();
  }
});
