/** Where the session of the status page is kept. */
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { RouteEnvironment } from "../../../../src/service/connection/bindings.ts";
import { createPageSessions } from "../../../../src/service/page/pageSessions.ts";
import { systemClock } from "../../../../src/service/settings/settings.ts";
import type { OpenedStore } from "../../../../src/service/store/openedStore.ts";
import { opener } from "../store/storeKinds.ts";

/** A page at an origin, on which a browser signs in and out. `store`: of its service. */
async function openPage(origin: string, store?: OpenedStore) {
  const { accounts, tasks } = store ?? (await opener(undefined)());
  const sessions = createPageSessions(accounts, tasks, systemClock);
  const page = new Hono<RouteEnvironment>()
    .get("/", async (context) => context.text((await sessions.read(context))?.caller.name ?? "signed out"))
    .post("/in", async (context) => context.text(await sessions.begin(context, "account-1")))
    .post("/out", async (context) => {
      await sessions.end(context);
      return context.text("");
    });
  const env = { origin } as RouteEnvironment["Bindings"];
  return async (method: string, path: string, cookie = "") => page.request(path, { method, headers: { cookie } }, env);
}

test.each(["https://studio.example", "https://localhost.example:8443", "https://192.168.1.7"])(
  "at %s it is a cookie of this host, which is over after signing out, also in a copy",
  async (origin) => {
    const send = await openPage(origin);
    const begun = await send("POST", "/in");
    expect(await begun.text()).toBe("/");
    const set = begun.headers.get("set-cookie") ?? "";
    expect(set).toMatch(/^__Host-generation-studio-session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    const [cookie = ""] = set.split(";");
    expect(await (await send("GET", "/", cookie)).text()).toBe("account-1");
    expect(await (await send("GET", `/?session=${cookie.split("=")[1]}`)).text()).toBe("signed out");
    await send("POST", "/out", cookie);
    expect(await (await send("GET", "/", cookie)).text()).toBe("signed out");
  },
);

// RFC 6265, section 8.5: cookies are not isolated by port, and other servers of this machine may have certificates too.
test.each([
  "http://studio.example",
  "http://127.0.0.1:8787",
  "https://localhost:8443",
  "https://studio.localhost",
  "https://127.0.0.1:8443",
  "https://127.9.9.9",
  "https://[::1]:8443",
])("at %s it is no cookie", async (origin) => {
  const send = await openPage(origin);
  const begun = await send("POST", "/in");
  expect(begun.headers.get("set-cookie")).toBeNull();
  const address = await begun.text();
  expect(await (await send("GET", address)).text()).toBe("account-1");
  const value = new URL(address, origin).searchParams.get("session");
  expect(await (await send("GET", "/", `__Host-generation-studio-session=${value}`)).text()).toBe("signed out");
  await send("POST", address.replace("/?", "/out?"));
  expect(await (await send("GET", address)).text()).toBe("signed out");
});

test("a session that was signed out is over at every service on the database, and others are not", async () => {
  const store = await opener(undefined)();
  const [first, second] = [await openPage("http://127.0.0.1:8787", store), await openPage("http://127.0.0.1:8788", store)];
  const address = await (await first("POST", "/in")).text();
  expect(await (await second("GET", address)).text()).toBe("account-1");
  await first("POST", address.replace("/?", "/out?"));
  for (const send of [first, second]) expect(await (await send("GET", address)).text()).toBe("signed out");
  // Sessions that begin in the same millisecond are the same.
  await expect.poll(async () => (await second("GET", await (await first("POST", "/in")).text())).text()).toBe("account-1");
});
