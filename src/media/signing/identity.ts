/** The user's certificate and private key, read from files and checked before they are used. */
import { constants, createPrivateKey, type KeyObject, sign, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { t } from "../../contract/translate.ts";
import { SigningError } from "./signingError.ts";

/** How results are signed: the user's own files and program. */
export interface SigningOptions {
  /** Path of a PEM file: the certificate, and those that lead to its root. */
  certificate: string;
  /** Path of a PEM file with the private key, without a passphrase. */
  key: string;
  /** `c2patool`, its path, or the folder of an installed `@contentauth/c2pa-node`. Default: `c2patool`. */
  tool?: string | undefined;
  /** Address of a time stamp authority (RFC 3161). Default: no time stamp. */
  timestamps?: string | undefined;
}

export interface Identity {
  /** PEM, the signer's first. */
  certificates: readonly string[];
  /** Name in C2PA 2.2, 13.2.1. */
  algorithm: Algorithm;
  /** COSE's form of the signature. */
  sign(data: Uint8Array): Buffer;
}

const algorithms = {
  es256: { hash: "sha256", curve: "prime256v1" },
  es384: { hash: "sha384", curve: "secp384r1" },
  es512: { hash: "sha512", curve: "secp521r1" },
  ps256: { hash: "sha256", curve: undefined },
  ed25519: { hash: undefined, curve: undefined },
} as const;
type Algorithm = keyof typeof algorithms;

const certificatePattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** @throws SigningError */
export async function readSigningIdentity(options: Pick<SigningOptions, "certificate" | "key">): Promise<Identity> {
  if (options.certificate === "" || options.key === "")
    throw new SigningError("certificate", t("A certificate and its key are needed; only one of them is set."));
  // One after the other, so that the same reason is given each time.
  const certificateText = await readText(options.certificate);
  const keyText = await readText(options.key);
  const certificates = [...certificateText.matchAll(certificatePattern)].map(([pem]) => `${pem}\n`);
  const certificate = parse(
    () => new X509Certificate(certificates[0] ?? ""),
    t("{0} contains no certificate in PEM.", options.certificate),
  );
  const key = parse(() => createPrivateKey(keyText), t("{0} contains no private key in PEM, or one with a passphrase.", options.key));
  if (!certificate.checkPrivateKey(key))
    throw new SigningError("certificate", t("{0} does not belong to the first certificate of {1}.", options.key, options.certificate));
  if (Date.parse(certificate.validTo) < Date.now())
    throw new SigningError(
      "certificate",
      t("The certificate {0} expired on {1}.", options.certificate, new Date(certificate.validTo).toISOString().slice(0, 10)),
    );
  const algorithm = algorithmOf(key);
  if (algorithm === undefined)
    throw new SigningError(
      "certificate",
      t("Content Credentials take keys of P-256, P-384, P-521, RSA or Ed25519, not that of {0}.", options.key),
    );
  return { certificates, algorithm, sign: (data) => signWith(key, algorithm, data) };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new SigningError("certificate", t("{0} cannot be read.", path), { cause: error });
  }
}

function parse<Value>(read: () => Value, reason: string): Value {
  try {
    return read();
  } catch (error) {
    throw new SigningError("certificate", reason, { cause: error });
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): Algorithm | undefined {
  if (asymmetricKeyType === "rsa" || asymmetricKeyType === "rsa-pss") return "ps256";
  if (asymmetricKeyType === "ed25519") return "ed25519";
  return (["es256", "es384", "es512"] as const).find((name) => algorithms[name].curve === asymmetricKeyDetails?.namedCurve);
}

function signWith(key: KeyObject, algorithm: Algorithm, data: Uint8Array): Buffer {
  const { hash } = algorithms[algorithm];
  if (algorithm === "ps256")
    return sign(hash, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST });
  return sign(hash, data, { key, dsaEncoding: "ieee-p1363" });
}
