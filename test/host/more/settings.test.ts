/** Changes each setting and checks its effect. Settings that only change what is shown are tested on the workbench. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { kinds, mediaKinds } from "../../../src/contract/kind.ts";
import { messageOfFacts } from "../../../src/editor/base/errorMessage.ts";
import { sourceOfBytes } from "../../../src/media/files/byteSource.ts";
import { readFileMetadata } from "../../../src/media/metadata/readFileMetadata.ts";
import { type Observer, silentObserver } from "../../../src/service/observing/observer.ts";
import { openFront } from "../../ui/openFront.ts";
import { configure, onlyArtifact, openFile, openSelected, runTasks } from "../commandRunner.ts";
import { commandOf, modelOf, optionsOf } from "../mediaCells.ts";
import { otherKey, startOtherService } from "../otherService.ts";

const image = { model: "demo-image", options: optionsOf.image, show: false };

describe("the setting", function () {
  this.timeout(60_000);
  let folder: string;
  let workspace: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-settings-"));
    workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  });
  afterEach(async () => {
    const output = ["output.folder", "output.fileName", "output.embedPrompt", "output.signing"];
    for (const name of [...output, "interface", "defaultModels", "insertLink", "confirmAbove", "confirmKinds", "baseUrl", "accountPage"])
      await configure(name, undefined);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  for (const generation of ["v1", "v2"] as const) {
    it(`interface sends each kind only over ${generation}, and baseUrl selects the service`, async () => {
      const posted: string[] = [];
      const observer: Observer = {
        ...silentObserver,
        beginRequest(facts, trace) {
          if (facts.method === "POST") posted.push(facts.path);
          return silentObserver.beginRequest(facts, trace);
        },
      };
      const service = await startOtherService({ tokensPerSecond: 0, observer });
      try {
        await configure("baseUrl", service.url);
        await vscode.commands.executeCommand("generationStudio.setApiKey", { apiKey: otherKey });
        await configure("interface", Object.fromEntries(kinds.map((kind) => [kind, generation])));
        const made = mediaKinds.map((kind) =>
          runTasks(commandOf(kind, ""), { prompt: "A kite", model: modelOf[kind], options: optionsOf[kind], folder, show: false }),
        );
        const { document } = await openFile(folder, `text-${generation}.md`, "");
        await vscode.commands.executeCommand("generationStudio.insertAtCursor", { prompt: "A kite", model: "demo-text" });
        assert.ok(document.getText().length > 20);
        for (const tasks of await Promise.all(made)) {
          onlyArtifact(tasks);
          assert.deepEqual([tasks[0]?.interface, tasks[0]?.baseUrl], [generation, service.url]);
        }
        const media = ["/api/v1/audios", "/api/v1/images", "/api/v1/responses", "/api/v1/videos"];
        assert.deepEqual(posted.toSorted(), generation === "v1" ? media : Array(4).fill("/api/v2"));
      } finally {
        await vscode.commands.executeCommand("generationStudio.removeApiKey", { confirmed: true });
        await service.close();
      }
    });
  }

  it("baseUrl is changed without ending a request that was sent, because the service may bill it", async () => {
    const sent = Promise.withResolvers<{ path: string; body: string; outgoing: ServerResponse }>();
    const service = await startOtherService();
    const front = await openFront(service, ({ method, url }, body, outgoing) => {
      if (method !== "POST") return false;
      sent.resolve({ path: url ?? "", body, outgoing });
      return true;
    });
    try {
      await configure("baseUrl", front.url);
      await vscode.commands.executeCommand("generationStudio.setApiKey", { apiKey: otherKey });
      const made = runTasks("generateImage", { ...image, prompt: "A kite", folder });
      const { path: url, body, outgoing } = await sent.promise;
      await configure("baseUrl", service.url);
      // The extension has stored the key, and thus has seen the change.
      await vscode.commands.executeCommand("generationStudio.setApiKey", { apiKey: otherKey });
      const headers = { authorization: `Bearer ${otherKey}`, "content-type": "application/json" };
      const answer = await fetch(`${service.url}${url}`, { method: "POST", headers, body });
      outgoing.writeHead(answer.status, { "content-type": "application/json" });
      outgoing.end(await answer.text());
      onlyArtifact(await made);
    } finally {
      for (const address of [front.url, service.url]) {
        await configure("baseUrl", address);
        await vscode.commands.executeCommand("generationStudio.removeApiKey", { confirmed: true });
      }
      await front.close();
    }
  });

  it("accountPage is offered when a service's balance is used up, and the setting while it is empty", async () => {
    const titles = () => messageOfFacts({ kind: "insufficientQuota", message: "" }, {}).buttons.map(([title]) => title);
    await configure("baseUrl", "http://127.0.0.1:9");
    assert.deepEqual(titles(), ["Set Account Page…"]);
    await configure("accountPage", "https://account.example/credits");
    assert.deepEqual(titles(), ["Open Account Page"]);
  });

  it("defaultModels chooses the model of each kind", async () => {
    const models = { image: "demo-image-pro", audio: "flite", video: "demo-video-lite" };
    await configure("defaultModels", models);
    const options = { ...optionsOf, video: { size: "9:16", quality: "360p", duration: 2 } };
    const made = mediaKinds.map((kind) => runTasks(commandOf(kind, ""), { prompt: "A kite", options: options[kind], folder, show: false }));
    for (const [index, tasks] of (await Promise.all(made)).entries()) {
      const kind = mediaKinds[index] ?? "image";
      assert.equal(tasks[0]?.model, models[kind]);
      onlyArtifact(tasks);
    }
  });

  it("output.folder sets the folder for files in the workspace", async () => {
    await configure("output.folder", "art/new");
    const file = onlyArtifact(await runTasks("generateImage", { ...image, prompt: "A kite" }));
    assert.equal(path.dirname(path.relative(workspace, file)), path.join("art", "new"));
  });

  it("output.folder leads out of the workspace by a user setting, but not by a workspace setting or a link", async () => {
    const outside = path.join(folder, "outside");
    await mkdir(outside);
    await symlink(outside, path.join(workspace, "linked"));
    const setInWorkspace = (value: string | undefined) =>
      vscode.workspace.getConfiguration("generationStudio").update("output.folder", value, vscode.ConfigurationTarget.Workspace);
    try {
      for (const name of ["linked", "linked/deeper", "../elsewhere", outside]) {
        await setInWorkspace(name);
        const made = await vscode.commands.executeCommand("generationStudio.generateImage", { ...image, prompt: "A kite" });
        assert.deepEqual([made, await readdir(outside)], [undefined, []], name);
      }
    } finally {
      await setInWorkspace(undefined);
    }
    await configure("output.folder", outside);
    const file = onlyArtifact(await runTasks("generateImage", { ...image, prompt: "A kite" }));
    assert.equal(path.dirname(file), outside);
  });

  it("output.fileName replaces every variable in its description", async () => {
    await configure("output.fileName", "{kind}/{model}/{date}/{time}/{slug}/{n}-{key}");
    const tasks = await runTasks("generateImage", { ...image, prompt: "Three pears!" });
    const [task] = tasks;
    assert.ok(task !== undefined);
    const [root, kind, model, date, time, slug, name] = path.relative(workspace, onlyArtifact(tasks)).split(path.sep);
    assert.deepEqual([root, kind, model, slug], ["generated", "image", "demo-image", "three-pears"]);
    const local = new Date(task.createdAt - new Date(task.createdAt).getTimezoneOffset() * 60_000).toISOString();
    assert.deepEqual([date, time], [local.slice(0, 10), local.slice(11, 19).replaceAll(":", "-")]);
    assert.equal(name, `1-${task.key.slice(-8)}.png`);
  });

  it("output.embedPrompt decides whether the prompt is in the file, which states its origin in any case", async () => {
    for (const isEmbedded of [false, true]) {
      await configure("output.embedPrompt", isEmbedded);
      const file = onlyArtifact(await runTasks("generateImage", { ...image, prompt: "A secret kite" }));
      const metadata = await readFileMetadata(sourceOfBytes(await readFile(file)));
      assert.equal(metadata?.origin?.model, "demo-image");
      assert.equal(metadata.origin.digitalSourceType, "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia");
      assert.equal(metadata.origin.prompt, isEmbedded ? "A secret kite" : undefined);
    }
  });

  it("output.signing without a program leaves a file with its mark", async () => {
    await configure("output.signing", { certificate: path.join(folder, "none.pem"), key: path.join(folder, "none.key") });
    const file = onlyArtifact(await runTasks("generateImage", { ...image, prompt: "A signed kite" }));
    const metadata = await readFileMetadata(sourceOfBytes(await readFile(file)));
    assert.equal(metadata?.origin?.model, "demo-image");
    assert.equal(metadata.credentials, undefined);
  });

  describe("insertLink", () => {
    const linkAfter = async (name: string): Promise<boolean> => {
      const { document } = await openSelected(folder, name, "A small harbour.\n");
      onlyArtifact(await runTasks("generateImageFromSelection", { ...image, folder }));
      return document.getText() !== "A small harbour.\n";
    };

    for (const [choice, isLinked] of Object.entries({ always: true, never: false, ask: false })) {
      it(`${choice}: ${isLinked ? "a link is inserted" : "no link is inserted"}`, async () => {
        await configure("insertLink", choice);
        assert.equal(await linkAfter(`${choice}.md`), isLinked);
      });
    }

    it("may differ between languages", async () => {
      await configure("insertLink", "always");
      const inMarkdown = () => vscode.workspace.getConfiguration("generationStudio", { languageId: "markdown" });
      await inMarkdown().update("insertLink", "never", vscode.ConfigurationTarget.Global, true);
      try {
        assert.deepEqual([await linkAfter("language.md"), await linkAfter("language.html")], [false, true]);
      } finally {
        await inMarkdown().update("insertLink", undefined, vscode.ConfigurationTarget.Global, true);
      }
    });
  });

  // In a test, VS Code cancels the dialog.
  it("confirmAbove asks only before a larger batch", async () => {
    const batch = { ...image, prompts: ["one", "two", "three"], folder };
    await configure("confirmAbove", 2);
    assert.equal(await vscode.commands.executeCommand("generationStudio.generateImage", batch), undefined);
    assert.equal((await runTasks("generateImage", { ...batch, confirmed: true })).length, 3);
    await configure("confirmAbove", 3);
    const made = await runTasks("generateImage", batch);
    assert.equal(made.length, 3);
    // Each image of a request is billed.
    const several = { ...image, options: { ...image.options, n: 4 }, prompt: "four", folder };
    const [four] = await runTasks("generateImage", { ...several, confirmed: true });
    assert.equal(four?.artifacts.length, 4);
    assert.deepEqual(await runTasks("runAgain", { key: four?.key }, undefined, { show: false }), []);
    await configure("confirmAbove", 4);
    assert.equal((await runTasks("runAgain", { key: four?.key }, undefined, { show: false }))[0]?.artifacts.length, 4);
    const more = await runTasks("moreLikeThis", { key: four?.key }, undefined, { vary: "result", confirmed: true, show: false });
    assert.deepEqual(
      more.map(({ artifacts }) => artifacts.length),
      [1, 1, 1, 1],
    );
  });

  it("confirmKinds asks before each task of those kinds", async () => {
    await configure("confirmKinds", ["audio"]);
    const audio = { prompt: "A bell", model: "flite", options: optionsOf.audio, folder, show: false };
    assert.equal(await vscode.commands.executeCommand("generationStudio.generateAudio", audio), undefined);
    onlyArtifact(await runTasks("generateAudio", { ...audio, confirmed: true }));
    onlyArtifact(await runTasks("generateImage", { ...image, prompt: "A bell", folder }));
  });
});
