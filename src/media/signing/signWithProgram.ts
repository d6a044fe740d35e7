/** Signs with c2patool. Source: its documentation, "Adding a manifest to an asset file". */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { errorText } from "../../contract/errorText.ts";
import { t } from "../../contract/translate.ts";
import type { Identity, SigningOptions } from "./identity.ts";
import type { describeManifest } from "./manifest.ts";
import { SigningError } from "./signingError.ts";

const run = promisify(execFile);
/** Milliseconds; a long video is hashed twice. */
const timeLimit = 10 * 60_000;
const longestReason = 500;

/** @throws SigningError */
export async function signWithProgram(
  program: string,
  { certificate, key, timestamps }: SigningOptions,
  { algorithm }: Identity,
  manifest: ReturnType<typeof describeManifest>,
  [input, output]: readonly [input: string, output: string],
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-manifest-"));
  try {
    const definition = path.join(folder, "manifest.json");
    const signer = { alg: algorithm, private_key: path.resolve(key), sign_cert: path.resolve(certificate), ta_url: timestamps };
    await writeFile(definition, JSON.stringify({ ...signer, ...manifest }), { mode: 0o600 });
    await run(program, [input, "--manifest", definition, "--output", output, "--force"], { timeout: timeLimit, windowsHide: true });
  } catch (error) {
    if (readCode(error) === "ENOENT") throw new SigningError("missing", t("The program {0} was not found.", program), { cause: error });
    throw new SigningError("refused", t("{0} did not sign it: {1}", path.basename(program), reasonOf(error)), { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const readCode = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

/** The last line that the program has written, instead of its arguments. */
function reasonOf(error: unknown): string {
  const written = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return (written.split("\n").at(-1) || errorText(error)).slice(0, longestReason);
}
