/** Proxies of the environment are used as curl uses them; what curl itself does is checked too, where it is installed. */
import { execFile, execFileSync } from "node:child_process";
import { lookup } from "node:dns/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createDispatchers } from "../../../src/network/dispatchers.ts";
import { ProxyError } from "../../../src/network/proxies.ts";
import { startRecordingProxy } from "./recordingProxy.ts";

const variables = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);

function stubEnvironment(environment: Record<string, string>): void {
  for (const name of variables) vi.stubEnv(name, environment[name]);
  onTestFinished(() => void vi.unstubAllEnvs());
}

async function ask(url: string): Promise<unknown> {
  const { origin, pathname } = new URL(url);
  const dispatchers = createDispatchers({}, { connect: 500, silence: 5000 });
  try {
    const answer = await dispatchers.request({ origin, path: pathname }, "fresh", { method: "POST", body: "{}" });
    await answer.body.dump();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await dispatchers.close();
  }
}

/** With the host of the proxy for `@`. `direct`: the proxy is asked for nothing. */
const rows: [environment: Record<string, string>, url: string, asked: string][] = [
  [{ http_proxy: "http://@" }, "http://service.invalid/a", "POST http://service.invalid/a"],
  [{ http_proxy: "@" }, "http://service.invalid/a", "POST http://service.invalid/a"],
  [{ https_proxy: "@" }, "https://service.invalid/a", "CONNECT service.invalid:443"],
  [{ HTTPS_PROXY: "http://@" }, "https://service.invalid:8443/", "CONNECT service.invalid:8443"],
  [{ HTTPS_PROXY: "HTTP://@/" }, "https://service.invalid/", "CONNECT service.invalid:443"],
  [{ https_proxy: "@", http_proxy: "ftp://x" }, "https://service.invalid/", "CONNECT service.invalid:443"],
  [{ HTTPS_PROXY: "@" }, "http://192.0.2.1/", "direct"],
  [{ ALL_PROXY: "@" }, "https://service.invalid/", "CONNECT service.invalid:443"],
  [{ all_proxy: "@" }, "http://service.invalid/", "POST http://service.invalid/"],
  [{ https_proxy: "user:word@@" }, "https://service.invalid/", "user:word@ CONNECT service.invalid:443"],
  [{ https_proxy: "http://us%40er:wo%3Ard@@" }, "https://service.invalid/", "us@er:wo:rd@ CONNECT service.invalid:443"],
  [{ all_proxy: "socks5h://@" }, "http://service.invalid/", "SOCKS5 service.invalid:80"],
  [{ all_proxy: "socks5h://@" }, "https://service.invalid/", "SOCKS5 service.invalid:443"],
  [{ all_proxy: "socks5h://user:word@@" }, "http://service.invalid/", "user:word@ SOCKS5 service.invalid:80"],
  [{ all_proxy: "socks5://@" }, "http://192.0.2.1/", "SOCKS5 192.0.2.1:80"],
  [{ https_proxy: "socks5://@" }, "https://192.0.2.1:8443/", "SOCKS5 192.0.2.1:8443"],
  [{ all_proxy: "socks4a://@" }, "http://service.invalid/", "SOCKS4 service.invalid:80"],
  [{ all_proxy: "socks4://@" }, "http://192.0.2.1/", "SOCKS4 192.0.2.1:80"],
  [{ all_proxy: "socks://@" }, "http://192.0.2.1/", "SOCKS4 192.0.2.1:80"],
  [{ http_proxy: "@", no_proxy: "192.0.2.0/24" }, "http://192.0.2.1/", "direct"],
  [{ http_proxy: "@", NO_PROXY: "10.0.0.0/8, 192.0.2.0/24" }, "http://192.0.2.1/", "direct"],
  [{ http_proxy: "@", no_proxy: "192.0.2.0/25" }, "http://192.0.2.200/", "POST http://192.0.2.200/"],
  [{ http_proxy: "@", no_proxy: "192.0.2.0/33" }, "http://192.0.2.1/", "POST http://192.0.2.1/"],
  [{ http_proxy: "@", no_proxy: "192.0.2.1" }, "http://192.0.2.1/", "direct"],
  [{ http_proxy: "@", no_proxy: "2001:db8::/32" }, "http://[2001:db8:1::1]/", "direct"],
  [{ http_proxy: "@", no_proxy: "2001:db8::1" }, "http://[2001:db8::1]/", "direct"],
  [{ http_proxy: "@", no_proxy: "2001:db8::/48" }, "http://[2001:db8:1::1]/", "POST http://[2001:db8:1::1]/"],
  [{ http_proxy: "@", no_proxy: "invalid" }, "http://service.invalid/", "direct"],
  [{ http_proxy: "@", no_proxy: ".service.invalid" }, "http://service.invalid/", "direct"],
  [{ http_proxy: "@", no_proxy: "service.invalid" }, "http://a.service.invalid/", "direct"],
  [{ http_proxy: "@", no_proxy: "SERVICE.invalid." }, "http://service.invalid/", "direct"],
  [{ http_proxy: "@", no_proxy: "bücher.invalid" }, "http://xn--bcher-kva.invalid/", "direct"],
  [{ http_proxy: "@", no_proxy: "*.BÜCHER.invalid:8080" }, "http://a.xn--bcher-kva.invalid:8080/", "direct"],
  [{ http_proxy: "@", no_proxy: "vice.invalid" }, "http://service.invalid/", "POST http://service.invalid/"],
  [{ http_proxy: "@", no_proxy: "other.invalid service.invalid" }, "http://service.invalid/", "direct"],
  [{ http_proxy: "@", no_proxy: "*" }, "http://service.invalid/", "direct"],
];

const versionOfCurl = (() => {
  try {
    return Number(/^curl (\d+\.\d+)/.exec(execFileSync("curl", ["--version"], { encoding: "utf8" }))?.[1]);
  } catch {
    return 0;
  }
})();

describe.each(rows)("%j: %s", (environment, url, expected) => {
  async function asking(request: (environment: Record<string, string>) => Promise<unknown>): Promise<string> {
    await using proxy = await startRecordingProxy();
    await request(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value.replace(/@(?=$|\/$)/, proxy.host)])));
    return proxy.asked.join() || "direct";
  }

  test("the proxy is asked for what is expected", async () => {
    const asked = await asking(async (filled) => {
      stubEnvironment(filled);
      await ask(url);
    });
    expect(asked).toBe(expected);
  });

  // Versions before 7.86 do not read networks, and 7.88 reads those of IPv6 differently. None translates the names of exceptions.
  test.skipIf(versionOfCurl < 7.86 || /::\/32$|ü|Ü/.test(environment.no_proxy ?? ""))("curl asks for the same", async () => {
    const asked = await asking((filled) => {
      const environment = { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !variables.includes(name))), ...filled };
      const call = promisify(execFile)(
        "curl",
        ["-s", "-o", "/dev/null", "--max-time", "2", "--connect-timeout", "0.5", "-X", "POST", url],
        { env: environment },
      );
      return call.catch(() => undefined);
    });
    expect(asked).toBe(expected);
  });
});

test("names are looked up on this machine for socks5, as curl does", async (context) => {
  const name = hostname();
  const found = await lookup(name, 4).catch(() => undefined);
  if (found === undefined) return context.skip();
  await using proxy = await startRecordingProxy();
  stubEnvironment({ all_proxy: `socks5://${proxy.host}` });
  await ask(`http://${name}/`);
  expect(proxy.asked).toEqual([`SOCKS5 ${found.address}:80`]);
});

test("each request that may be billed has a connection of its own, through every kind of proxy", async () => {
  for (const scheme of ["http", "socks5h"]) {
    await using proxy = await startRecordingProxy();
    stubEnvironment({ http_proxy: `${scheme}://${proxy.host}` });
    const dispatchers = createDispatchers({}, { connect: 500, silence: 5000 });
    for (let count = 0; count < 3; count += 1) {
      const answer = await dispatchers.request({ origin: "http://service.invalid", path: "/" }, "fresh", { method: "POST", body: "{}" });
      await answer.body.dump();
    }
    await dispatchers.close();
    expect(proxy.asked).toHaveLength(3);
  }
});

test.each([
  [{ https_proxy: "not an address" }, "The address of the proxy in https_proxy is invalid."],
  [{ HTTPS_PROXY: "quic://proxy.invalid" }, "The proxy in HTTPS_PROXY has the scheme quic, which is not supported."],
  [{ ALL_PROXY: "127.0.0.1:1" }, "The proxy 127.0.0.1:1 of ALL_PROXY does not connect (ECONNREFUSED)."],
  [{ all_proxy: "socks5h://127.0.0.1:1" }, "The proxy 127.0.0.1:1 of all_proxy does not connect (connect ECONNREFUSED 127.0.0.1:1)."],
])("%j: the message names the variable", async (environment, message) => {
  stubEnvironment(environment);
  expect(await ask("https://service.invalid/")).toEqual(new ProxyError(message));
});

test.each(["http://service.invalid/", "https://service.invalid/"])("a proxy that demands a password sends nothing on: %s", async (url) => {
  await using proxy = await startRecordingProxy("407 Proxy Authentication Required");
  stubEnvironment({ ALL_PROXY: proxy.host });
  expect(await ask(url)).toEqual(new ProxyError(`The proxy ${proxy.host} of ALL_PROXY does not connect (HTTP 407).`));
});
