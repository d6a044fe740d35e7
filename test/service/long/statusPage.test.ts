/** The status page in a real browser, on both databases. */
import { mkdirSync } from "node:fs";
import { BlockList } from "node:net";
import pg from "pg";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { manageKeys } from "../../../src/service/commands/manageKeys.ts";
import { statusPage } from "../../../src/service/page/statusPage.ts";
import type { ServiceOptions } from "../../../src/service/serviceOptions.ts";
import { startService } from "../../../src/service/startService.ts";
import type { OpenStore } from "../../../src/service/store/openedStore.ts";
import { openStore } from "../../../src/service/store/openStore.ts";
import { postgresStore } from "../../../src/service/store/postgres/openPostgresStore.ts";
import { readViolations } from "../../panel/readViolations.ts";
import { openEngine, sendJson } from "../../providers/engineServer.ts";
import { launchBrowser } from "../../workerBrowser.ts";
import { type PostgresServer, startPostgres } from "../postgresServer.ts";
import { callService, type TestService } from "../testService.ts";

const hour = 60 * 60 * 1000;
const payload = `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'"&amp;</p>`;
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let browser: Browser;
let postgres: PostgresServer;
beforeAll(async () => {
  [browser, postgres] = await Promise.all([launchBrowser(), startPostgres()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await postgres?.close();
});

async function start(options: ServiceOptions = {}, open: OpenStore = openStore): Promise<TestService> {
  const running = await startService({ tokensPerSecond: 0, keys: ["my-key"], ...options }, open, (made) => statusPage(made, "$"));
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= running.close();
    return closed;
  };
  onTestFinished(close);
  return callService(running.url, "my-key", close);
}

const violationReports = new WeakMap<Page, string[]>();

/** A page in a new browser context, which is closed after the test and must not have reported errors. */
async function openPage(url: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const reports: string[] = [];
  violationReports.set(page, reports);
  page.on("console", (message) => message.type() === "error" && !message.text().includes("status of 4") && reports.push(message.text()));
  page.on("pageerror", (error) => reports.push(error.message));
  onTestFinished(() => context.close());
  await page.goto(url);
  return page;
}

async function signIn(
  service: Pick<TestService, "url">,
  key = "my-key",
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Page> {
  const page = await openPage(service.url, options);
  await page.getByLabel("API key").fill(key);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Status" }).waitFor();
  return page;
}

const image = (service: TestService, prompt = "A heron") => service.make("images", { model: "demo-image", prompt, size: "512" });
const signInForm = (page: Page) => page.getByRole("heading", { name: "Sign in" });

function post(service: Pick<TestService, "url">, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const own = { origin: service.url, "content-type": "application/x-www-form-urlencoded" };
  return fetch(`${service.url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { ...own, ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

/** A session without a browser: the parameter of its addresses, and the token of its forms. */
async function openSession(service: Pick<TestService, "url">, key = "my-key"): Promise<{ session: string; token: string }> {
  const { headers } = await post(service, "/sign-in", { key });
  const session = new URL(headers.get("location") ?? "", service.url).searchParams.get("session") ?? "";
  return { session, token: /name="token" value="([^"]+)"/.exec(await showPage(service, session))?.[1] ?? "" };
}

const showPage = async ({ url }: Pick<TestService, "url">, session: string) => (await fetch(`${url}/?session=${session}`)).text();

const stores: readonly { name: string; open(): Promise<OpenStore> }[] = [
  { name: "SQLite", open: async () => openStore },
  { name: "PostgreSQL", open: async () => postgresStore(await postgres.createDatabase()) },
];

describe.each(stores)("on $name", ({ open }) => {
  test("after signing in with a key, an account sees its models, usage and results, and signs out", async () => {
    const service = await start({}, await open());
    await service.post("/api/v1/responses", { model: "demo-text", input: "Tell me about herons" });
    await image(service);
    await service.make("audios", { model: "flite", input: "Hello", voice: "slt", format: "wav" });
    const page = await openPage(service.url);
    await page.getByLabel("API key").fill("wrong");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("This key is not valid.");
    await page.getByLabel("API key").fill(" my-key ");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Status" }).waitFor();
    expect(await page.getByText("Tasks in 30 days").locator("..").textContent()).toContain("3");
    expect(await page.locator(".models").textContent()).toMatch(/demo-image.*Reachable|Reachable[\s\S]*demo-image/);
    expect(await page.getByRole("article").count()).toBe(3);
    const thumbnail = page.getByRole("img", { name: "Result of demo-image" });
    await expect.poll(() => thumbnail.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth)).toBe(512);
    const player = page.getByLabel("Result of flite");
    await expect
      .poll(() =>
        player.evaluate((element) => {
          if (!(element instanceof HTMLMediaElement)) return 0;
          if (element.preload !== "metadata") element.preload = "metadata";
          return element.duration || 0;
        }),
      )
      .toBeGreaterThan(0);
    expect(await page.getByRole("img", { name: /^Cost on each of the last 30 days: \$0\.\d+ together/ }).count()).toBe(1);
    // Opened in a tab, a file is shown, but it cannot run scripts or send forms.
    const file = await page.context().newPage();
    const link = await page.getByRole("link", { name: "Open WAV" }).getAttribute("href");
    const opened = await file.goto(new URL(link ?? "", service.url).href);
    expect(opened?.headers()["content-security-policy"]).toMatch(/^default-src 'none'; .*; sandbox allow-same-origin$/);
    await expect
      .poll(() => file.locator("video").evaluate((element) => element instanceof HTMLMediaElement && element.readyState))
      .toBeGreaterThan(0);
    await file.close();
    await page.getByText("The days as a table").click();
    expect(await page.getByRole("table").getByRole("row").nth(1).textContent()).toMatch(/^\d+ \w+3/);
    await page.getByRole("button", { name: "Sign out" }).click();
    await signInForm(page).waitFor();
    await page.goBack();
    await signInForm(page).waitFor();
    expect(violationReports.get(page)).toEqual([]);
  });

  test("a session ends after twelve hours, and gives access only to this page", async () => {
    let now = Date.now();
    const service = await start({ clock: { now: () => now } }, await open());
    const { session } = await openSession(service);
    const show = () => showPage(service, session);
    expect(await (await fetch(`${service.url}/api/v1/models?session=${session}`)).json()).toMatchObject({
      error: { code: "invalid_api_key" },
    });
    now += 12 * hour - 1;
    expect(await show()).toContain("Signed in as");
    now += 1;
    expect(await show()).not.toContain("Signed in as");
  });

  test("requests from another site, and forms without the session's token, change nothing", async () => {
    const service = await start({ keys: ["my-key", "foreign"] }, await open());
    const { body } = await image(service);
    const id = String(body.id);
    const [own, foreign] = [await openSession(service), await openSession(service, "foreign")];
    const remove = (fields: Record<string, string>, session: string, headers: Record<string, string> = {}) =>
      post(service, `/tasks/delete?session=${session}`, { id, ...fields }, headers);
    const refused: [Record<string, string>, Record<string, string>][] = [
      [{}, {}],
      [{ token: "" }, {}],
      [{ token: foreign.token }, {}],
      [{ token: own.token }, { "sec-fetch-site": "cross-site" }],
      [{ token: own.token }, { "sec-fetch-site": "same-site" }],
      [{ token: own.token }, { origin: "http://evil.example" }],
      [{ token: own.token }, { origin: "null" }],
      [{ token: own.token }, { "content-type": "text/plain" }],
    ];
    const statuses = [];
    for (const [fields, headers] of refused) statuses.push((await remove(fields, own.session, headers)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 403, 400]);
    expect((await post(service, "/sign-in", { key: "my-key" }, { "sec-fetch-site": "cross-site" })).headers.get("location")).toBeNull();
    // A task of another account: there is nothing to delete.
    const noticeOf = ({ headers }: Response) => /^\/\?notice=(\w+)&session=[\w.-]+#tasks$/.exec(headers.get("location") ?? "")?.[1];
    expect(noticeOf(await remove({ token: foreign.token }, foreign.session))).toBe("gone");
    // Without a session, or with a changed one, the sign-in page is shown.
    for (const session of ["", `${own.session}x`, own.session.replace(/\.\d+\./, `.${Date.now() + 99 * hour}.`)]) {
      expect((await remove({ token: own.token }, session)).headers.get("location")).toBe("/");
    }
    expect((await service.get(`/api/v1/images/${id}`)).status).toBe(200);
    expect(noticeOf(await remove({ token: own.token }, own.session))).toBe("deleted");
    expect((await service.get(`/api/v1/images/${id}`)).status).toBe(404);
  });
});

test("a page of another site cannot use the session of a browser", async () => {
  const service = await start();
  const { body } = await image(service);
  const page = await signIn(service);
  await page.context().route("http://evil.test/", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<form method="post" action="${service.url}/tasks/delete"><input name="id" value="${body.id}"><button>Win</button></form>`,
    }),
  );
  await page.goto("http://evil.test/");
  const sent = page.waitForRequest(`${service.url}/tasks/delete`);
  await page.getByRole("button", { name: "Win" }).click();
  expect((await (await sent).allHeaders()).cookie).toBeUndefined();
  await expect.poll(() => page.textContent("body")).toMatch(/foreign|was not sent from this page/);
  expect((await service.get(`/api/v1/images/${body.id}`)).status).toBe(200);
});

test("a task is deleted by keyboard alone, after a confirmation", async () => {
  const service = await start();
  const { body } = await image(service, "First");
  const page = await signIn(service);
  await page.getByRole("article").getByRole("link").last().focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Delete this task and its result for good?").waitFor();
  expect((await service.get(`/api/v1/images/${body.id}`)).status).toBe(200);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect.poll(() => page.getByRole("status").textContent()).toBe("The task and its result were deleted.");
  expect((await service.get(`/api/v1/images/${body.id}`)).status).toBe(404);
  expect(await page.getByRole("article").count()).toBe(0);
});

test("older tasks are on further pages, and deleting one stays on its page", async () => {
  let now = Date.now();
  const service = await start({ clock: { now: () => now } });
  for (let index = 0; index < 23; index += 1) {
    now += 1;
    await service.post("/api/v1/responses", { model: "demo-text", input: `Question ${index}` });
  }
  const page = await signIn(service);
  expect(await page.getByRole("article").count()).toBe(20);
  await page.getByRole("link", { name: "Older tasks" }).click();
  await expect.poll(() => page.getByRole("article").count()).toBe(3);
  expect(await page.getByRole("link", { name: "Older tasks" }).count()).toBe(0);
  await page.locator(".delete summary").first().click();
  await page.getByRole("button", { name: "Delete for good" }).first().click();
  await expect.poll(() => page.getByRole("article").count()).toBe(2);
  await page.getByRole("link", { name: "Newest tasks" }).click();
  await expect.poll(() => page.getByRole("article").count()).toBe(20);
});

test("prompts, models and errors are always shown as text", async () => {
  const engine = await openEngine({
    "GET /v1/models": sendJson({ data: [] }),
    "POST /v1/images/generations": sendJson({ data: [{ b64_json: png }] }),
  });
  onTestFinished(() => engine.close());
  const provider = {
    type: "openai-compatible" as const,
    baseURL: `${engine.url}/v1`,
    models: { [payload]: { kinds: ["image" as const] } },
  };
  const service = await start({ configuration: { providers: { local: provider, demo: { type: "demo" } } } });
  await service.make("images", { model: `local/${payload}`, prompt: payload });
  await service.post("/api/v1/responses", { model: "demo/demo-text", input: payload });
  const page = await signIn(service);
  expect(await page.locator(".models").textContent()).toContain(payload);
  expect(await page.getByRole("article").last().textContent()).toContain(payload);
  for (const path of [`/?before=${encodeURIComponent(payload)}&notice=${encodeURIComponent(payload)}`, `/?notice=constructor`]) {
    await page.goto(`${service.url}${path}`);
    expect(await page.getByRole("status").count()).toBe(0);
  }
  expect(await page.evaluate(() => [Reflect.get(window, "pwned"), document.querySelectorAll("script, [onerror]").length])).toEqual([
    undefined,
    0,
  ]);
  expect(violationReports.get(page)).toEqual([]);
});

test("it has no accessibility violations and fits, from 320 to 1280 px, in light, dark and forced colours", async () => {
  let now = Date.now() - 20 * 24 * hour;
  const service = await start({ faults: true, balance: 0.5, clock: { now: () => now } });
  const ask = (input: string) => service.post("/api/v1/responses", { model: "demo-text", input });
  for (let day = 0; day < 20; day += 1) {
    for (let count = (day * 7) % 5; count > 0; count -= 1) await ask(`Tell me about herons ${"and reeds ".repeat(day)}`);
    now += 24 * hour;
  }
  await ask("Tell me about herons ".repeat(40));
  await image(service);
  await service.make("videos", { model: "demo-video-lite", prompt: "A heron flies", size: "16:9", quality: "360p", duration: 2 });
  await service.make("audios", { model: "flite", input: "Hello", voice: "slt", format: "wav" });
  await service.make("images", { model: "fault-failed-task", prompt: "A heron" });
  const page = await signIn(service);
  await checkModes(page, "status");
  const refused = await openPage(service.url);
  await refused.getByLabel("API key").fill("wrong");
  await refused.keyboard.press("Enter");
  await refused.getByRole("alert").waitFor();
  await checkModes(refused, "sign-in");
});

const modes = [
  { name: "light", colorScheme: "light", forcedColors: "none" },
  { name: "dark", colorScheme: "dark", forcedColors: "none" },
  { name: "forced", colorScheme: "dark", forcedColors: "active" },
] as const;

/** Expects no violations of axe-core and no horizontal overflow, also in sections that are initially closed. */
async function checkModes(page: Page, state: string): Promise<void> {
  for (const { name, ...media } of modes) {
    await page.emulateMedia(media);
    for (const width of [1280, 360]) await screenshot(page, width, `${state}-${name}-${width}`);
    await setOpen(page, true);
    for (const width of [1280, 360, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
    }
    await screenshot(page, 360, `${state}-open-${name}-360`);
    expect(await readViolations(page), name).toEqual([]);
    await setOpen(page, false);
  }
}

function setOpen(page: Page, isOpen: boolean): Promise<void> {
  return page.evaluate((open) => {
    for (const element of document.querySelectorAll("details")) element.open = open;
  }, isOpen);
}

async function screenshot(page: Page, width: number, name: string): Promise<void> {
  if (process.env.SCREENSHOTS === undefined) return;
  mkdirSync("test-results/page", { recursive: true });
  await page.setViewportSize({ width, height: 900 });
  await page.screenshot({ path: `test-results/page/${name}.png`, fullPage: true });
}

test("a rotated or revoked key ends its sessions on every machine, and an account only sees models that it may use", async () => {
  const database = await postgres.createDatabase();
  const keys = async (...args: string[]) => (await manageKeys([...args, "--database", database])).replace(/^key: |\n$/g, "");
  const [first, second] = [await start({ keys: [] }, postgresStore(database)), await start({ keys: [] }, postgresStore(database))];
  const rename = async (from: string, to: string) => {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    await client.query("UPDATE generation_service.accounts SET name = $2 WHERE name = $1", [from, to]).finally(() => client.end());
  };
  const key = await keys("create", "ada", "--models", "demo-im*");
  const { session } = await openSession(first, key);
  const show = () => showPage(second, session);
  const shown = await show();
  expect(shown).toContain("Signed in as <strong>ada</strong>");
  await rename("ada", payload);
  expect(await show()).toContain("Signed in as <strong>&lt;img src=x");
  await rename(payload, "ada");
  expect(shown).toContain("<code>demo-image</code>");
  expect(shown).not.toContain("demo-text");
  const next = await keys("rotate", "ada");
  expect(await show()).not.toContain("Signed in as");
  const again = await openSession(second, next);
  expect(again.token).not.toBe("");
  await keys("revoke", "ada");
  expect(await showPage(first, again.session)).not.toContain("Signed in as");
});

test("behind a TLS proxy, forms come from its origin, and wrong keys block an address", async () => {
  const trusted = new BlockList();
  trusted.addAddress("127.0.0.1");
  const service = await start({ keys: ["my-key", "other-key"], reach: { type: "proxy", host: "127.0.0.1", trusted } });
  const from = (address: string) => ({
    "x-forwarded-for": address,
    "x-forwarded-proto": "https",
    origin: service.url.replace("http:", "https:"),
  });
  const signInFrom = (address: string, key: string) => post(service, "/sign-in", { key }, from(address));
  const answer = await signInFrom("203.0.113.7", "my-key");
  const shown = await fetch(new URL(answer.headers.get("location") ?? "", service.url), { headers: from("203.0.113.7") });
  expect(await shown.text()).toContain("Signed in as");
  expect((await post(service, "/sign-in", { key: "my-key" }, { ...from("203.0.113.7"), origin: service.url })).status).toBe(403);
  const call = (key: string, address = "203.0.113.7") =>
    fetch(`${service.url}/api/v1/models`, { headers: { authorization: `Bearer ${key}`, "x-forwarded-for": address } });
  for (let index = 0; index < 10; index += 1) {
    expect((await call("wrong")).status).toBe(401);
    expect((await signInFrom("203.0.113.7", "wrong")).status).toBe(401);
  }
  const refused = [await signInFrom("203.0.113.7", "wrong"), await call("wrong")];
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  expect(refused.map(({ headers }) => Number(headers.get("retry-after")) > 0)).toEqual([true, true]);
  expect((await signInFrom("203.0.113.7", "other-key")).status).toBe(303);
  expect(await refused[0]?.text()).toContain("Too many wrong API keys came from this address.");
  expect((await call("my-key")).status).toBe(200);
  expect((await signInFrom("203.0.113.7", "my-key")).status).toBe(303);
});
