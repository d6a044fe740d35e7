/** Reads the statements of a Content Credentials store. Nothing is verified. Source: C2PA 2.2, 8 to 11 and 18. */
import { X509Certificate } from "node:crypto";
import { parseObject, toText } from "../origin.ts";
import { type Cbor, type CborMap, decodeCbor } from "./cbor.ts";
import { readJumbf, type SuperBox } from "./jumbf.ts";

/** What one manifest states. */
interface ManifestStatements {
  /** The program that made the claim. */
  generator: string | undefined;
  actions: readonly CredentialAction[];
}

export interface ContentCredentials extends ManifestStatements {
  /** The subject of the certificate, and its issuer. */
  signer: string | undefined;
  issuer: string | undefined;
  title: string | undefined;
  /** The manifests of what the file was made from, from the newest: its version before a change, or its parts. */
  ingredients: readonly ManifestStatements[];
  /** Labels of all assertions. */
  assertions: readonly string[];
}

interface CredentialAction {
  action: string;
  /** The program, if the action names one. */
  tool: string | undefined;
  digitalSourceType: string | undefined;
}

const mostActions = 100;
const mostManifests = 100;
const longestText = 1000;
/** Labels of the signature's header that contains its certificates. Source: RFC 9360, 2. */
const certificateLabels = [33, "x5chain"] as const;

/** Reads the newest manifest and those of its ingredients. `store`: or that of an original, and of its update. undefined: it cannot be read. */
export function readCredentials(store: Uint8Array): ContentCredentials | undefined {
  const manifests = readJumbf(store).flatMap(({ boxes }) => boxes);
  const manifest = manifests.at(-1);
  if (manifest === undefined) return undefined;
  const claim = claimOf(manifest);
  const assertions = assertionsOf(manifest);
  const signature = contentOf(manifest.boxes.find(({ label }) => label === "c2pa.signature"));
  const certificate = readCertificate(signature);
  return {
    ...readStatements(manifest),
    signer: certificate && nameIn(certificate.subject),
    issuer: certificate && nameIn(certificate.issuer),
    title: asText(claim?.get("dc:title")),
    ingredients: findIngredients(manifest, manifests).map(readStatements),
    assertions: [...new Set(assertions.map(({ label }) => label))].slice(0, mostActions),
  };
}

function claimOf({ boxes }: SuperBox): CborMap | undefined {
  return asMap(contentOf(boxes.find(({ label }) => label.startsWith("c2pa.claim"))));
}

function assertionsOf({ boxes }: SuperBox): readonly SuperBox[] {
  return boxes.find(({ label }) => label === "c2pa.assertions")?.boxes ?? [];
}

function readStatements(manifest: SuperBox): ManifestStatements {
  return {
    generator: readGenerator(claimOf(manifest)),
    actions: assertionsOf(manifest)
      .flatMap((assertion) =>
        assertion.label.startsWith("c2pa.actions") ? readActions(assertion) : assertion.label === adobeLabel ? readAdobe(assertion) : [],
      )
      .slice(0, mostActions),
  };
}

/** All that a manifest leads to, each once. What was only the input of a model is no part of its result. Source: C2PA 2.2, 18.17. */
function findIngredients(newest: SuperBox, manifests: readonly SuperBox[]): SuperBox[] {
  const byLabel = new Map(manifests.map((one) => [one.label, one]));
  const found = new Set([newest]);
  for (const manifest of found) {
    for (const assertion of assertionsOf(manifest).filter(({ label }) => label.startsWith("c2pa.ingredient"))) {
      const ingredient = asMap(contentOf(assertion));
      const address = asText(asMap(ingredient?.get("activeManifest") ?? ingredient?.get("c2pa_manifest"))?.get("url"));
      const named = byLabel.get(address?.split("/").at(-1) ?? "");
      if (named !== undefined && ingredient?.get("relationship") !== "inputTo" && found.size < mostManifests) found.add(named);
    }
  }
  return [...found].slice(1);
}

function contentOf(box: SuperBox | undefined): Cbor {
  const content = box?.contents.find(({ type }) => type === "cbor");
  return content && decodeCbor(content.bytes);
}

/** Version 2 of claims has one program; version 1 has a list of programs, and a text for all of them. */
function readGenerator(claim: CborMap | undefined): string | undefined {
  const given = claim?.get("claim_generator_info");
  const info = asMap(Array.isArray(given) ? given[0] : given);
  const name = asText(info?.get("name"));
  const version = asText(info?.get("version"));
  return name === undefined ? asText(claim?.get("claim_generator")) : [name, version].filter(Boolean).join(" ");
}

function readActions(assertion: SuperBox): CredentialAction[] {
  const content = asMap(contentOf(assertion));
  const [actions, agents] = [content?.get("actions"), content?.get("softwareAgents")];
  if (!Array.isArray(actions)) return [];
  return actions.flatMap((one: Cbor) => {
    const map = asMap(one);
    const action = asText(map?.get("action"));
    const index = map?.get("softwareAgentIndex");
    const agent = map?.get("softwareAgent") ?? (Array.isArray(agents) && typeof index === "number" ? agents[index] : undefined);
    const tool = asText(agent) ?? asText(asMap(agent)?.get("name"));
    const stated = asText(map?.get("digitalSourceType"));
    const digitalSourceType = stated ?? (microsoftDescription.test(asText(map?.get("description")) ?? "") ? generatedTerm : undefined);
    return action === undefined ? [] : [{ action, tool, digitalSourceType }];
  });
}

/** Bing Image Creator, Designer and Azure OpenAI write this description, and no source type. */
const microsoftDescription = /^AI[ -]generated (?:image|video|audio)$/i;
const generatedTerm = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia";
/** Firefly's assertion before there were source types: JSON with `description`, `version` and `prompt`. */
const adobeLabel = "com.adobe.generative-ai";

function readAdobe({ contents }: SuperBox): CredentialAction[] {
  const json = contents.find(({ type }) => type === "json")?.bytes.toString("utf8");
  const tool = toText(parseObject(json ?? "")?.description)?.slice(0, longestText);
  return [{ action: "c2pa.created", tool, digitalSourceType: generatedTerm }];
}

/** A signature is a list of protected header, header, payload and signature. Source: RFC 9052, 4.2. */
function readCertificate(signature: Cbor): X509Certificate | undefined {
  if (!Array.isArray(signature)) return undefined;
  const [first, second]: Cbor[] = signature;
  const headers = [first instanceof Uint8Array ? decodeCbor(first) : first, second].map(asMap);
  const chain = headers.flatMap((header) => certificateLabels.map((label) => header?.get(label))).find((value) => value !== undefined);
  const own = Array.isArray(chain) ? chain[0] : chain;
  if (!(own instanceof Uint8Array)) return undefined;
  try {
    return new X509Certificate(own);
  } catch {
    return undefined;
  }
}

/** The common name of a certificate's subject or issuer, else its organisation. `names` has one fact per line. */
function nameIn(names: string): string | undefined {
  const lines = names.split("\n");
  const find = (type: string) => lines.find((line) => line.startsWith(`${type}=`))?.slice(type.length + 1);
  const [name, organisation] = [find("CN"), find("O")];
  if (name === undefined || organisation === undefined || name === organisation) return name ?? organisation;
  return `${name} (${organisation})`;
}

function asMap(value: Cbor): CborMap | undefined {
  return value instanceof Map ? value : undefined;
}

function asText(value: Cbor): string | undefined {
  return typeof value === "string" ? value.slice(0, longestText) : undefined;
}
