/** Fetching files from URLs: redirects, limits and refused addresses. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type FetchFileOptions, fetchFile } from "../../../../src/service/read/fetchFile.ts";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const download = (url: string, options: Partial<FetchFileOptions> = {}) =>
  fetchFile(url, { signal: AbortSignal.timeout(60_000), count: () => undefined, reachesThisMachine: true, ...options });
const text = async (url: string, options?: Partial<FetchFileOptions>) => Buffer.from((await download(url, options)).bytes).toString();
const outside = "in a network that this service does not reach into";

test("a file has the media type of its server's answer", async () => {
  const url = await serve((_, answer) => answer.setHeader("content-type", "Text/Plain; charset=utf-8").end("heron"));
  expect(await download(url)).toEqual({ bytes: Buffer.from("heron"), mediaType: "text/plain" });
});

test("loopback is reached by its name too", async () => {
  const url = await serve((_, answer) => answer.end("heron"));
  expect(await text(url.replace("127.0.0.1", "localhost"))).toBe("heron");
});

test("loopback is refused for callers on other machines", async () => {
  const url = await serve((_, answer) => answer.end("heron"));
  for (const named of [url, url.replace("127.0.0.1", "localhost"), url.replace("127.0.0.1", "[::1]")]) {
    await expect(text(named, { reachesThisMachine: false })).rejects.toThrow(outside);
  }
});

test.each([
  "http://169.254.169.254/latest/meta-data",
  "http://2852039166/",
  "http://10.0.0.1/",
  "http://172.31.255.1/",
  "http://192.168.1.1/",
  "http://100.64.0.1/",
  "http://0.0.0.0/",
  "http://[fd00::1]/",
  "http://[fe80::1]/",
  "http://[::]/",
  "http://[::ffff:10.0.0.1]/",
  "http://[64:ff9b::a9fe:a9fe]/",
  "http://[::10.0.0.1]/",
  "http://[fec0::1]/",
  "http://[2001::1]/",
  "http://192.88.99.1/",
  "https://192.168.1.1/",
])("%s is refused before any connection", async (url) => {
  await expect(download(url)).rejects.toThrow(outside);
});

test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.1"])("a foreign name that resolves to %s is refused", async (address) => {
  const url = await serve((_, answer) => answer.end("secret"));
  const resolve: FetchFileOptions["resolve"] = (_, callback) => callback(null, [{ address, family: address.includes(":") ? 6 : 4 }]);
  await expect(download(url.replace("127.0.0.1", "files.example"), { resolve })).rejects.toThrow(outside);
});

test("a redirect is followed, but not to a private network, to another scheme, or endlessly", async () => {
  const targets: Record<string, string> = {
    "/near": "/file",
    "/private": "http://10.0.0.1/",
    "/scheme": "file:///etc/passwd",
    "/loop": "/loop",
  };
  const url = await serve((request, answer) => {
    const location = targets[request.url ?? ""];
    if (location === undefined) answer.end("heron");
    else answer.writeHead(302, { location }).end();
  });
  expect(await text(`${url}/near`)).toBe("heron");
  await expect(download(`${url}/private`)).rejects.toThrow(outside);
  await expect(download(`${url}/scheme`)).rejects.toThrow("could not be fetched");
  await expect(download(`${url}/loop`)).rejects.toThrow("redirects too often");
});

test("an endless body stops at the caller's limit", async () => {
  const url = await serve((_, answer) => {
    const write = () => {
      while (answer.write(Buffer.alloc(64_000))) if (answer.destroyed) return;
      answer.once("drain", write);
    };
    write();
  });
  let size = 0;
  const count = (bytes: number) => {
    size += bytes;
    if (size > 1_000_000) throw new RangeError("enough");
  };
  await expect(download(url, { count })).rejects.toThrow("enough");
  expect(size).toBeLessThan(2_000_000);
});

test.each([
  ["does not answer", () => undefined],
  ["answers and then falls silent", (_, answer) => answer.write("her")],
] satisfies [string, RequestListener][])("a server that %s costs no more than the time limit", async (_, listener) => {
  const url = await serve(listener);
  await expect(download(url, { signal: AbortSignal.timeout(200) })).rejects.toThrow("could not be fetched");
});

test("a body that breaks off, an error status and a closed port return no file", async () => {
  const url = await serve((request, answer) => {
    if (request.url === "/missing") answer.writeHead(404).end("no");
    else {
      answer.writeHead(200, { "content-length": 100 });
      answer.write("her", () => answer.destroy());
    }
  });
  await expect(download(url)).rejects.toThrow("could not be fetched");
  await expect(download(`${url}/missing`)).rejects.toThrow("answered 404");
  await expect(download("http://127.0.0.1:1/")).rejects.toThrow("could not be fetched");
});
