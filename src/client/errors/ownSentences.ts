/**
 * Our sentences about errors, most of them with values. Errors are thrown and stored in English, also by programs that have no other language;
 * what shows one in the user's language finds its sentence and values again. Both take the sentence from here.
 */
import { issueSentences } from "../../contract/describeIssue.ts";
import { providerSentences } from "../../contract/providerSentences.ts";
import type { Translate } from "../../contract/translate.ts";
import { proxySentences, proxySetting } from "../../network/proxySentences.ts";

/** The first one that matches counts. */
export const ownSentences = {
  noService: "No service runs at {0} ({1}).",
  noMachine: "There is no machine with the name {0} ({1}).",
  noLookup: "The name could not be looked up: {0} ({1}).",
  noAnswer: "Nothing answers at {0} ({1}).",
  noConnection: "There is no connection to {0} ({1}).",
  untrusted: "The certificate of {0} is not trusted ({1}).",
  proxyRefused: "The proxy refused the connection to {0} ({1}).",
  notHttp: "The answer of {0} is not HTTP ({1}).",
  silent: "The service at {0} does not answer.",
  broke: "The connection to {0} broke.",
  brokeBecause: "The connection to {0} broke ({1}).",
  mismatch: "The service's answer does not match the interface.",
  mismatchAt: 'The service\'s answer does not match the interface at "{0}".',
  linkRefused: "The link to the file answered HTTP {0}.",
  notWritten: "The result could not be written ({0}).",
  diskRefused: "The disk refuses: {0}.",
  filesMissing: "{0} of {1} files could not be saved: {2}",
  turnFailed: "Turn {0} of {1}: {2}",
  windowClosed: "The window closed when {0} of {1} turns were there. Run it again for the rest.",
  cutOff: "The answer was cut off.",
  cutOffByLength: "The answer was cut off: it reached the maximum length of the model's answers.",
  cutOffByFilter: "The answer was cut off: a content filter stopped it.",
  cutOffByService: "The answer was cut off: the service stopped generating it.",
  cutOffPrompt: "The answer was cut off: the model did not read the whole prompt, which is longer than its context.",
  cutOffBecause: "The answer was cut off: {0}.",
  filesTooLarge: "The request has {0} MB of files. A request takes at most {1} MB of files. Nothing was sent.",
  tooManyFiles: "The request has {0} files. A request takes at most {1} files. Nothing was sent.",
  notAnnounced: "The service does not announce {0} for the model {1}, so the request was not sent.",
  maskUnreadable: "The mask is not an image that can be read, so the request was not sent.",
  maskSize: "The mask does not have the size of the first reference image, so the request was not sent.",
  sentNoImage: "The service sent something else than an image: {0}",
  sentNoAudio: "The service sent something else than audio: {0}",
  sentNoVideo: "The service sent something else than video: {0}",
  sentNoText: "The service sent something else than text: {0}",
  webPage: "{0} (HTTP {1}, a web page)",
  taskEnded: "The task is {0}.",
  budget: "The budget of this {0} would be exceeded. Nothing was sent.",
  unheardFile: "The file {0} cannot be read, so no model can hear it.",
} as const;

const { type, oneOf, ...others } = issueSentences;

/** `values`: the patterns of the values. `hasWords`: a value may be one of our messages, too; otherwise it is a name, a number or an address. */
function patternOf(sentence: string, hasWords: boolean, ...values: string[]) {
  const escaped = sentence.replace(/[().?]/g, "\\$&").replace(/\{(\d)\}/g, (_, index) => `(${values[Number(index)] ?? ".+?"})`);
  return { sentence, pattern: new RegExp(`^${escaped}$`, "s"), hasWords };
}

/** What is wrong with a value is written as services write it: only locations and values without spaces are ours for certain. */
const patterns = [
  ...Object.values(ownSentences).map((sentence) => patternOf(sentence, true)),
  ...Object.values(proxySentences).map((sentence) => patternOf(sentence, false)),
  ...[type, oneOf].map((sentence) => patternOf(sentence, false, "\\S+?")),
  ...Object.values(others).map((sentence) => patternOf(sentence, false, "\\S+?", "\\S+?")),
];

/** Without the full stop, and with what the provider said. */
const ofProviders = Object.values(providerSentences).map((sentence) => {
  const [before = "", after = ""] = sentence.split("{0}").map((part) => part.replace(/[()]/g, "\\$&").replace("{1}", "(.+?)"));
  return { sentence, pattern: new RegExp(`^${before}([a-z0-9-]+)${after}(?:: (.+)|\\.)?$`, "s") };
});

/** Everything that `translateMessage` translates besides plain messages. */
export const errorSentences: readonly string[] = [
  ...patterns.map(({ sentence }) => sentence),
  proxySetting,
  ...Object.values(providerSentences),
];

/** The message in the user's language, if it is one of ours; a value of it may be one, too. */
export function translateMessage(message: string, t: Translate): string {
  for (const { sentence, pattern } of ofProviders) {
    const found = pattern.exec(message);
    if (found === null) continue;
    const said = found.at(-1);
    const ours = t(sentence, ...found.slice(1, -1));
    return said === undefined ? ours : `${ours}: ${translateMessage(said, t)}`;
  }
  for (const { sentence, pattern, hasWords } of patterns) {
    const found = pattern.exec(message);
    const translate = (value: string) => (hasWords || value === proxySetting ? translateMessage(value, t) : value);
    if (found !== null) return t(sentence, ...found.slice(1).map(translate));
  }
  return t(message);
}
