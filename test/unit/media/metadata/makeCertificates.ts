/** Certificates as a team's authority issues them, with openssl. */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** An authority, and a signing certificate issued by it. Both are valid for the duration of a test. */
export async function makeCertificates(
  folder: string,
  options: readonly string[] = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
): Promise<void> {
  const run = (...values: string[]) => execFileSync("openssl", values, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const newKey = (name: string) => run("genpkey", ...options, "-out", name);
  newKey("root.key");
  newKey("leaf.key");
  const usage = "keyUsage=critical,keyCertSign,cRLSign";
  run(
    "req",
    "-x509",
    "-new",
    "-key",
    "root.key",
    "-subj",
    "/CN=Test Root/O=Studio Tests",
    "-days",
    "2",
    "-out",
    "root.pem",
    "-addext",
    usage,
  );
  run("req", "-new", "-key", "leaf.key", "-subj", "/CN=Test Signer/O=Studio Tests", "-out", "leaf.csr");
  const extensions = ["basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature", "extendedKeyUsage=emailProtection"];
  const keys = ["subjectKeyIdentifier=hash", "authorityKeyIdentifier=keyid"];
  await writeFile(join(folder, "extensions"), [...extensions, ...keys].join("\n"));
  const signing = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "2", "-extfile", "extensions"];
  run("x509", "-req", "-in", "leaf.csr", ...signing, "-out", "leaf.pem");
  await writeFile(
    join(folder, "chain.pem"),
    Buffer.concat([await readFile(join(folder, "leaf.pem")), await readFile(join(folder, "root.pem"))]),
  );
}
