/** Signs with an installed `@contentauth/c2pa-node`, which gets no private key. Source: its README, "Builder". */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod/mini";
import { errorText } from "../../contract/errorText.ts";
import { t } from "../../contract/translate.ts";
import type { Identity, SigningOptions } from "./identity.ts";
import type { describeManifest } from "./manifest.ts";
import { SigningError } from "./signingError.ts";

interface NodePackage {
  Builder: { withJson(manifest: object): { signAsync(signer: unknown, input: Asset, output: Asset): Promise<unknown> } };
  CallbackSigner: { newSigner(config: object, sign: (data: Buffer) => Promise<Buffer>): unknown };
}

interface Asset {
  path: string;
  mimeType: string;
}

/** Bytes that are kept free for the certificates, the signature and its time stamp. */
const reserveSize = 20_000;
const packageSchema = z.object({ main: z.optional(z.string()) });

/** @throws SigningError */
export async function signWithPackage(
  folder: string,
  { timestamps }: SigningOptions,
  { certificates, algorithm, sign }: Identity,
  manifest: ReturnType<typeof describeManifest>,
  [input, output]: readonly [input: string, output: string],
  mimeType: string,
): Promise<void> {
  const { Builder, CallbackSigner } = await load(folder);
  const config = {
    alg: algorithm,
    certs: certificates.map((pem) => Buffer.from(pem)),
    reserveSize,
    directCoseHandling: false,
    ...(timestamps === undefined ? {} : { tsaUrl: timestamps }),
  };
  try {
    const signer = CallbackSigner.newSigner(config, async (data) => sign(data));
    await Builder.withJson(manifest).signAsync(signer, { path: input, mimeType }, { path: output, mimeType });
  } catch (error) {
    throw new SigningError("refused", t("{0} did not sign it: {1}", "@contentauth/c2pa-node", errorText(error)), { cause: error });
  }
}

async function load(folder: string): Promise<NodePackage> {
  try {
    const { main = "index.js" } = packageSchema.parse(JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")));
    const loaded: unknown = await import(pathToFileURL(path.resolve(folder, main)).href);
    if (isNodePackage(loaded)) return loaded;
  } catch (error) {
    throw new SigningError("missing", t("{0} cannot be loaded: {1}", folder, errorText(error)), { cause: error });
  }
  throw new SigningError("missing", t("{0} is not @contentauth/c2pa-node.", folder));
}

function isNodePackage(value: unknown): value is NodePackage {
  return typeof value === "object" && value !== null && "Builder" in value && "CallbackSigner" in value;
}
