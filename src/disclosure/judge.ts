/**
 * The one rule for what may be read from this machine and sent: by the real path, after every link, and by the content. Every way to send a
 * file goes through it: the chat's attachments, instructions, folders and searches, agents, prompt documents, and the command line.
 */
import { rangeOfHost } from "../network/addressRanges.ts";
import { findPlaceholder, type Placeholder } from "./placeholder.ts";
import { findSecret, type Secret } from "./secretContent.ts";
import { isSecretFile } from "./secretNames.ts";

export interface Location {
  /** As it is named, relative to the folder that it is looked for in, with `/`. */
  named: string;
  /** After all links, relative to that folder if it is inside, otherwise absolute, with `/`. */
  real: string;
  /** Whether the path as it is named is in one of the folders. */
  isNamedInside: boolean;
  /** The same after all links. */
  isInside: boolean;
}

/**
 * Why something is not sent unless the user agrees. `address`: the service would fetch it from this machine or its network. `placeholder`:
 * it is not the file's content, and is not sent at all.
 */
export type Reason =
  | { type: "outside"; path: string }
  | { type: "name"; path: string }
  | { type: "content"; secret: Secret }
  | { type: "address" }
  | { type: "placeholder"; placeholder: Placeholder }
  | { type: "clipboard" };

/** What was read. Only a consent gives access to what is withheld. */
export type Judged<Content> =
  | { type: "free"; content: Content }
  | { type: "withheld"; reasons: readonly Reason[]; disclose(): Content }
  | { type: "missing" };

/**
 * `text`: the content as text or bytes. `isChosen`: the user has chosen this very file, so that only what its name does not say is a
 * reason: a link that leads elsewhere, and a secret in a file whose name promises none.
 */
export function judge<Content>(
  content: Content,
  text: string | Uint8Array,
  { named, real, isNamedInside, isInside }: Location,
  { isChosen = false }: { isChosen?: boolean } = {},
): Judged<Content> {
  const isNamedSecret = isSecretFile(named);
  const reasons: Reason[] = [];
  if (!isInside && (!isChosen || isNamedInside)) reasons.push({ type: "outside", path: real });
  if (isChosen ? isSecretFile(real) && !isNamedSecret : isNamedSecret || isSecretFile(real)) reasons.push({ type: "name", path: real });
  const secret = isChosen && isNamedSecret ? undefined : findSecret(text);
  if (secret !== undefined) reasons.push({ type: "content", secret });
  const placeholder = findPlaceholder(text);
  if (placeholder !== undefined) reasons.push({ type: "placeholder", placeholder });
  return reasons.length === 0 ? { type: "free", content } : { type: "withheld", reasons, disclose: () => content };
}

/** A URL that the service would fetch. A name that only resolves to this machine is refused by the service itself. */
export function judgeAddress(address: string): Judged<string> {
  const url = URL.parse(address.trim());
  const isNear = url !== null && /^https?:$/.test(url.protocol) && rangeOfHost(url.hostname) !== "public";
  return isNear ? { type: "withheld", reasons: [{ type: "address" }], disclose: () => address } : { type: "free", content: address };
}

/** The pointer that stands in the place of the content, for which no consent is asked. */
export function placeholderIn(judged: Judged<unknown>): Placeholder | undefined {
  const reasons = judged.type === "withheld" ? judged.reasons : [];
  return reasons.flatMap((reason) => (reason.type === "placeholder" ? [reason.placeholder] : []))[0];
}

/** What may be sent without a question. */
export function freeContent<Content>(judged: Judged<Content>): Content | undefined {
  return judged.type === "free" ? judged.content : undefined;
}

/** The reason in English, for the command line and agents: a clause that follows the file's name. */
export function describeReason(reason: Reason): string {
  switch (reason.type) {
    case "outside":
      return `leads out of the folders that are allowed, to ${JSON.stringify(reason.path)}`;
    case "name":
      return `is, as ${JSON.stringify(reason.path)} says, probably a file of secrets`;
    case "content":
      return `contains ${describeSecret(reason.secret)}`;
    case "clipboard":
      return "is the clipboard";
    case "address":
      return "is an address of this machine or its network, which the service would fetch";
    case "placeholder":
      return `is only a pointer of ${reason.placeholder.of}, without the file's content: \`${reason.placeholder.command}\` gets it`;
  }
}

function describeSecret(secret: Secret): string {
  switch (secret.type) {
    case "privateKey":
      return "a private key";
    case "token":
      return `a token of ${secret.of}`;
    case "webToken":
      return "a JSON Web Token";
    case "urlPassword":
      return "a URL with a password";
    case "named":
      return `a secret, ${secret.name}`;
  }
}
