/** Each AI SDK package that is documented reaches its own hosts, as a recording proxy sees it, and no address is refused before. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { importPackage } from "../../../scripts/testing/installPackage.ts";
import type { Kind } from "../../../src/contract/kind.ts";
import { ProviderConnection } from "../../../src/providers/connection/providerConnection.ts";
import { createPackageProvider, type PackageSettings } from "../../../src/providers/createPackageProvider.ts";
import type { MediaProvider } from "../../../src/providers/provider.ts";
import { isHostOf, sdkPackages } from "../../../src/providers/sdkPackages.ts";
import { startRecordingProxy } from "../../unit/network/recordingProxy.ts";

const moduleSchema = z.record(z.string(), z.unknown());
const settings = { region: "us-east-1", resourceName: "example", project: "p", location: "us-central1", apiKey: "k" };

/** Asks for one output of the kind. The proxy answers nothing, so that it always fails. */
async function ask(provider: MediaProvider, kind: Kind): Promise<void> {
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hello" }] }];
  const none = { providerOptions: {}, abortSignal: AbortSignal.timeout(20_000) };
  const video = { n: 1, prompt: "A fox", aspectRatio: undefined, resolution: undefined, duration: 4, fps: undefined, seed: undefined };
  const shared = { image: undefined, frameImages: undefined, inputReferences: undefined, generateAudio: undefined };
  switch (kind) {
    case "text":
      await provider.languageModel("m").doStream({ prompt, ...none });
      return;
    case "image": {
      const request = {
        n: 1,
        prompt: "A fox",
        size: undefined,
        aspectRatio: undefined,
        seed: undefined,
        files: undefined,
        mask: undefined,
      };
      await provider.imageModel("gemini-m").doGenerate({ ...request, ...none });
      return;
    }
    case "audio":
      await provider.speechModel?.("m").doGenerate({ text: "Hello", voice: "v", ...none });
      return;
    case "video": {
      const model = provider.videoModel?.("m");
      if (model?.doStart) await model.doStart({ ...video, ...shared, ...none });
      else await model?.doGenerate?.({ ...video, ...shared, ...none });
    }
  }
}

test.each(Object.keys(sdkPackages))(
  "%s",
  async (name) => {
    const { tried, kinds, hosts } = sdkPackages[name] ?? { tried: "", kinds: [], hosts: [] };
    const module = moduleSchema.parse(await importPackage(name, tried));
    const open = (given: typeof settings & PackageSettings) => {
      const provider = createPackageProvider(module, given);
      if (!provider) throw new TypeError(`${name} is no provider of version 4.`);
      return provider;
    };
    for (const kind of kinds) {
      await using proxy = await startRecordingProxy("403 Forbidden");
      const configuration = { type: "ai-sdk" as const, package: name, apiKey: "k" };
      const network = { proxy: `http://${proxy.host}` };
      const connection = new ProviderConnection({ name: "far", configuration, environment: {}, keys: {}, network });
      const thrown: unknown = await ask(open({ ...settings, fetch: connection.sendForPackage }), kind).catch((error: unknown) => error);
      const asked = proxy.asked.map((line) => line.replace(/^CONNECT (.*):443$/, "$1"));
      expect(asked, `${kind}: ${String(thrown)}`).not.toHaveLength(0);
      for (const host of asked) expect(isHostOf(hosts, host), `${kind}: ${host}`).toBe(true);
      await connection.close();
    }
  },
  300_000,
);
