/** Reads the client certificate of a provider, with its key and authorities. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { createSecureContext } from "node:tls";
import type { RemoteConfiguration } from "../../contract/configuration.ts";
import { errorText } from "../../contract/errorText.ts";
import type { TlsIdentity } from "../../network/networkSettings.ts";
import { ProviderError } from "../providerError.ts";
import { resolveKey } from "./resolveKey.ts";

type Files = NonNullable<RemoteConfiguration["tls"]>;

/** Throws a ProviderError that names what cannot be read; it never contains the content of a file. */
export async function readIdentity(
  name: string,
  { cert, key, passphrase, ca = [] }: Files,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<TlsIdentity> {
  const read = async (field: string, value: string) => {
    try {
      return await readPem(resolveKey(value, environment) ?? "");
    } catch (error) {
      throw unusable(name, field, error instanceof TypeError ? errorText(error) : "Its file cannot be read.");
    }
  };
  const identity = {
    ...(cert === undefined ? {} : { cert: await read("cert", cert) }),
    ...(key === undefined ? {} : { key: await read("key", key) }),
    ...(passphrase === undefined ? {} : { passphrase: resolveKey(passphrase, environment) }),
    ca: await Promise.all([ca].flat().map((one) => read("ca", one))),
  };
  if (identity.key !== undefined && isLocked(identity.key, identity.passphrase)) {
    const reason = passphrase === undefined ? "The key is encrypted, and needs one." : "The key is encrypted with another one.";
    throw unusable(name, "passphrase", reason);
  }
  if (!isUsable(identity)) throw unusable(name, "cert", "It is no certificate in PEM with the key of it.");
  return identity;
}

/** Whether an encrypted key is not opened by the passphrase. */
function isLocked(key: string, passphrase: string | undefined): boolean {
  if (!/-----BEGIN ENCRYPTED|^Proc-Type:.{0,20}ENCRYPTED/m.test(key)) return false;
  try {
    createPrivateKey({ key, passphrase: passphrase ?? "" });
    return false;
  } catch {
    return true;
  }
}

/** A context takes a key of another kind than that of the certificate, such as RSA and EC, without a word. */
function isUsable({ cert, key, passphrase, ca }: TlsIdentity): boolean {
  try {
    createSecureContext({ cert, key, passphrase, ca: ca && [...ca] });
    if (cert === undefined || key === undefined) return true;
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey({ key, passphrase }));
  } catch {
    return false;
  }
}

/** A text in PEM, or the path of a file with one. */
async function readPem(value: string): Promise<string> {
  // Some environments write line ends as two characters.
  if (value.includes("-----BEGIN")) return value.replaceAll("\\n", "\n");
  const file = value.replace(/^~(?=[\\/])/, homedir());
  if (!path.isAbsolute(file)) throw new TypeError("It is neither a whole path nor a text in PEM.");
  return readFile(file, "utf8");
}

function unusable(name: string, field: string, reason: string): ProviderError {
  return new ProviderError({ code: "api_error", acceptance: "refused", message: `tls.${field} of ${name} cannot be used. ${reason}` });
}
