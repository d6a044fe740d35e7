/** Reads the options with which files are signed. */
import type { ServiceOptions } from "../serviceOptions.ts";

const names = ["sign-cert", "sign-key", "sign-tool", "sign-timestamps"] as const;

/** @throws TypeError with a message for the user: an option is missing, or the certificate cannot be used. */
export async function readSigning(
  values: Readonly<Partial<Record<(typeof names)[number], string | undefined>>>,
): Promise<Pick<ServiceOptions, "signing">> {
  const { "sign-cert": certificate, "sign-key": key, "sign-tool": tool, "sign-timestamps": timestamps } = values;
  if (names.every((name) => values[name] === undefined)) return {};
  if (certificate === undefined || key === undefined) throw new TypeError("Files are signed with both --sign-cert and --sign-key.");
  if (timestamps !== undefined && !URL.canParse(timestamps)) throw new TypeError("--sign-timestamps must be an address, such as http://….");
  const { readSigningIdentity } = await import("../../media/signing/identity.ts");
  try {
    await readSigningIdentity({ certificate, key });
  } catch (error) {
    throw new TypeError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  return { signing: { certificate, key, tool, timestamps } };
}
