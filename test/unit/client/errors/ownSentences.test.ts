/** Messages of our errors are found again and said in the user's language, with their values. */
import { expect, test } from "vitest";
import { readTexts } from "../../../../scripts/translations/languageFiles.ts";
import { translateMessage } from "../../../../src/client/errors/ownSentences.ts";
import { diskSentences, readDiskError } from "../../../../src/client/http/readDiskError.ts";
import { readNetworkError } from "../../../../src/client/http/readNetworkError.ts";
import { inEnglish } from "../../../../src/contract/translate.ts";
import { ProxyError, proxyFor, unreachableProxy } from "../../../../src/network/proxies.ts";
import { errorOfBody, readProviderError } from "../../../../src/providers/providerError.ts";

const { bundle } = readTexts("de");
const inGerman = (message: string) => translateMessage(message, (text, ...values) => inEnglish(bundle[text] ?? text, ...values));

function proxyErrorOf(proxy: string): unknown {
  try {
    return proxyFor(new URL("https://service.example"), { proxy }, {});
  } catch (error) {
    return error;
  }
}
const fromProxy = {
  scheme: "http",
  host: "proxy.example",
  port: 8080,
  user: undefined,
  password: undefined,
  source: "HTTPS_PROXY",
} as const;

test.each([
  [unreachableProxy(fromProxy, "ECONNREFUSED"), "Der Proxy proxy.example:8080 aus HTTPS_PROXY stellt keine Verbindung her (ECONNREFUSED)."],
  [proxyErrorOf("not an address"), "Die Adresse des Proxys in den Einstellungen ist ungültig."],
  [proxyErrorOf("quic://proxy.example"), "Der Proxy in den Einstellungen hat das Schema quic, das nicht unterstützt wird."],
])("of a proxy: %s", (thrown, sentence) => {
  expect(thrown).toBeInstanceOf(ProxyError);
  expect(inGerman(readNetworkError(thrown, { host: "service.example", signal: undefined, isPost: true }).message)).toBe(sentence);
});

test.each(Object.keys(diskSentences))("of the disk: %s", (code) => {
  const { message } = readDiskError(Object.assign(new Error(code), { code }));
  expect(inGerman(message)).not.toBe(message);
});

test.each([
  [
    "connection refused",
    Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    "ollama läuft nicht: Starten Sie es, oder korrigieren Sie die Adresse",
  ],
  ["no such host", Object.assign(new Error("lookup"), { code: "ENOTFOUND" }), "ollama ist nicht erreichbar (ENOTFOUND)"],
  ["a proxy", unreachableProxy(fromProxy, "ECONNREFUSED"), /^ollama ist nicht erreichbar: Der Proxy proxy\.example:8080 aus HTTPS_PROXY/],
])("of a provider: %s", (_, thrown, sentence) => {
  const { message } = readProviderError({ name: "ollama", redact: (text) => text }, undefined, thrown);
  if (typeof sentence === "string") expect(inGerman(message)).toBe(sentence);
  else expect(inGerman(message)).toMatch(sentence);
});

test("of a provider's status, with the provider's own words", () => {
  const { message } = errorOfBody("openai", 401, { error: { message: "Incorrect API key" } }, {}, (text) => text);
  expect(inGerman(message)).toBe("openai hat den dafür konfigurierten Schlüssel abgelehnt: Incorrect API key");
  // A sentence of a service that only looks like ours, about something else than a provider, stays as it is.
  expect(inGerman("Your last request failed: try again.")).toBe("Your last request failed: try again.");
});
