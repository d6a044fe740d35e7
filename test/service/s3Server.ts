/** A storage server with S3's protocol, as a separate process, with one bucket in a temporary folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { installPackage } from "../../scripts/testing/installPackage.ts";

export interface S3Server {
  /** `s3://bucket` */
  url: string;
  /** Its folder, in which every object and every part of an upload is a file. */
  folder: string;
  close(): Promise<void>;
}

/** Version of the server's package. */
const version = "2.4.1";
const bucket = "files";

/** Resolves once it responds and its address is in this process's environment. The first call downloads it. */
export async function startS3Server(): Promise<S3Server> {
  const installed = await installPackage("fauxqs", version);
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-s3-"));
  const child = spawn(process.execPath, [join(installed, "node_modules/fauxqs/dist/server.js")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, FAUXQS_PORT: "0", FAUXQS_HOST: "127.0.0.1", FAUXQS_S3_STORAGE_DIR: folder },
  });
  let port: string | undefined;
  for (let output = ""; port === undefined; ) {
    output += String((await once(child.stdout, "data"))[0]);
    port = /127\.0\.0\.1:(\d+)/.exec(output)?.[1];
  }
  child.stdout.resume();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_REGION: "us-east-1",
  });
  const client = new S3Client({ forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket })).finally(() => client.destroy());
  return {
    url: `s3://${bucket}`,
    folder,
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
