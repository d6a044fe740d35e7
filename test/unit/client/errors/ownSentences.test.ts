/** Messages of our errors are found again and said in the user's language, with their values. */
import { expect, test } from "vitest";
import { readTexts } from "../../../../scripts/translations/languageFiles.ts";
import { translateMessage } from "../../../../src/client/errors/ownSentences.ts";
import { diskSentences, readDiskError } from "../../../../src/client/http/readDiskError.ts";
import { readNetworkError } from "../../../../src/client/http/readNetworkError.ts";
import { inEnglish } from "../../../../src/contract/translate.ts";
import { ProxyError, proxyFor, unreachableProxy } from "../../../../src/network/proxies.ts";

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
