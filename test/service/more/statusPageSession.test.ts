/** Where a browser sends the session of the status page. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { statusPage } from "../../../src/service/page/statusPage.ts";
import { startService } from "../../../src/service/startService.ts";
import { openStore } from "../../../src/service/store/openStore.ts";
import { launchBrowser } from "../../workerBrowser.ts";

/** Another server on this machine, with one page. Returns its address. */
async function openOther(page: string, onRequest: (request: IncomingMessage) => void = () => undefined): Promise<string> {
  const other = createServer((request, answer) => {
    onRequest(request);
    answer.setHeader("content-type", "text/html").end(page);
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
}

test("without TLS, a browser sends the session to no other server on this machine", async () => {
  const service = await startService({ keys: ["my-key"] }, openStore, (made) => statusPage(made, "credits"));
  onTestFinished(() => service.close());
  const received: IncomingHttpHeaders[] = [];
  const url = await openOther("<title>Other</title>", (request) => received.push(request.headers));
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(service.url);
  await page.getByLabel("API key").fill("my-key");
  await page.keyboard.press("Enter");
  const signedIn = page.getByText("Signed in as");
  await signedIn.waitFor();
  await page.evaluate((to) => location.assign(to), url).catch(() => undefined);
  await page.waitForURL(url);
  expect(received.length).toBeGreaterThan(0);
  expect(JSON.stringify(received)).not.toMatch(/session=|generation-studio/);
  expect(received[0]?.referer).toBeUndefined();
  expect(await page.context().cookies()).toEqual([]);
  await page.goBack();
  await signedIn.waitFor();
  await page.reload();
  await signedIn.waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("another site can show nothing of the page, however it embeds it", async () => {
  const service = await startService({ keys: ["my-key"] }, openStore, (made) => statusPage(made, "credits"));
  onTestFinished(() => service.close());
  const text = await (await fetch(service.url)).text();
  const files = [...text.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, path = ""]) => `${service.url}${path}`);
  const tags = [...new Set(files)].flatMap((url) => [
    `<img src="${url}">`,
    `<script src="${url}"></script>`,
    `<link rel="stylesheet" href="${url}">`,
    `<object data="${url}"></object>`,
    `<embed src="${url}">`,
    `<iframe src="${url}"></iframe>`,
    `<svg><image href="${url}"/></svg>`,
  ]);
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const loaded: string[] = [];
  page.on("requestfinished", (request) => void loaded.push(request.url()));
  const url = await openOther(tags.join(""));
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((one) => one.startsWith(service.url))).toEqual([]);
  expect(page.frames().filter((frame) => frame.url().startsWith(service.url))).toEqual([]);
});

test("nothing is cached or framed, and other sites cannot load the page's files", async () => {
  const service = await startService({ keys: ["my-key"] }, openStore, (made) => statusPage(made, "credits"));
  onTestFinished(() => service.close());
  const body = new URLSearchParams({ key: "my-key" });
  const signedIn = await fetch(`${service.url}/sign-in`, { method: "POST", redirect: "manual", headers: { origin: service.url }, body });
  expect(signedIn.headers.get("set-cookie")).toBeNull();
  const shown = await fetch(new URL(signedIn.headers.get("location") ?? "", service.url));
  const text = await shown.text();
  expect(text).toContain("Signed in as");
  const files = [...text.matchAll(/(?:href|src)="(\/status[^"]*)"/g)].map(([, path]) => path);
  expect(files.length).toBeGreaterThan(1);
  for (const path of files)
    expect((await fetch(`${service.url}${path}`)).headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    "content-security-policy": expect.stringMatching(/^default-src 'none'; (?!.*unsafe).*frame-ancestors 'none'$/),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
});
