/** The form of a request: what it begins with, what it refuses, and the request that results. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { State } from "../../src/editor/base/state.ts";
import { readFormState } from "../../src/editor/generate/formState.ts";
import { formEditor } from "../../src/editor/requests/form/formEditor.ts";
import type { FormSource } from "../../src/editor/requests/form/formRequest.ts";
import { formatAmount } from "../../src/editor/showing/formatAmount.ts";
import { encodePng } from "../../src/media/images/encodePng.ts";
import { configure, openFile } from "./commandRunner.ts";
import { openForm, openFormSource } from "./formPanel.ts";
import { cells, modelOf, optionsOf } from "./mediaCells.ts";
import { acceptSteps } from "./stepPicker.ts";

const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPjPAAACBAEAfTcHxwAAAABJRU5ErkJggg==", "base64");

describe("the form of a request", function () {
  this.timeout(60_000);
  let folder: string;
  let source: FormSource & { state: State };
  let close: () => Promise<void>;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-form-files-"));
    ({ source, close } = await openFormSource());
    for (const [kind, options] of Object.entries(optionsOf)) {
      const choices = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
      await source.state.rememberChoices(kind as keyof typeof optionsOf, { model: modelOf[kind as keyof typeof optionsOf], choices });
    }
    await source.state.rememberChoices("image", { model: "demo-image-pro", choices: { size: "2k" } });
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  for (const { kind, interface: generation } of cells) {
    it(`for ${kind} over ${generation} begins with what was last chosen for the model, and returns it`, async () => {
      const form = await openForm(source, { kind, given: { interface: generation, model: modelOf[kind] } });
      form.post({ type: "generate" });
      const filled = await form.filled;
      const choices = Object.fromEntries(Object.entries(optionsOf[kind]).map(([name, value]) => [name, String(value)]));
      assert.deepEqual(filled, {
        options: { kind, interface: generation, model: modelOf[kind], choices, references: [] },
        prompts: ["A buoy"],
        output: 1,
      });
    });
  }

  for (const [generation, names] of [
    ["v1", ["effort", "web_search", "instructions"]],
    ["v2", ["instructions", "stop_sequences"]],
  ] as const) {
    it(`for a text over ${generation} has the fields of that interface, one result and no references`, async () => {
      const form = await openForm(source, { kind: "text", given: { interface: generation, model: "demo-text" } });
      const shown = await form.show();
      assert.deepEqual(
        [shown.fields.map(({ name }) => name), shown.count, shown.references, shown.canSave],
        [names, undefined, undefined, false],
      );
      form.close();
    });
  }

  const poster = { name: "poster", negativePrompt: "", addTo: (prompt: string) => `A poster of ${prompt}` };
  const foggy = { name: "foggy", negativePrompt: "sun", addTo: (prompt: string) => `${prompt} in fog` };

  it("adds the chosen style to the prompt, and its negative prompt only for a model that announces one", async () => {
    const form = await openForm(source, { given: { model: "demo-image" }, kinds: ["image", "audio"], styles: [poster, foggy] });
    const shown = await form.show();
    const [field] = shown.fields;
    assert.deepEqual(
      [field?.name, field?.title, field?.control],
      ["style", "Style", { type: "choice", values: ["poster", "foggy"], isOpen: false }],
    );
    const takesNegative = shown.fields.some(({ name }) => name === "negative_prompt");
    const checked = await form.check({ type: "setChoice", name: "style", value: "foggy" });
    assert.equal(checked.errors.style === undefined, takesNegative);
    assert.equal(
      (await form.show({ type: "chooseKind", kind: "audio" })).fields.some(({ name }) => name === "style"),
      false,
    );
    await form.show({ type: "chooseKind", kind: "image" });
    await form.check({ type: "setChoice", name: "style", value: "poster" });
    form.post({ type: "generate" });
    const filled = await form.filled;
    assert.deepEqual([filled?.prompts, filled?.options.choices.style], [["A poster of A buoy"], undefined]);
  });

  it("shows a better prompt, and uses it only when it is accepted", async () => {
    const parts = [{ type: "added" as const, text: "A red buoy" }];
    const asked: string[] = [];
    const improve = async (prompt: string, kind: string) => {
      asked.push(`${kind}: ${prompt}`);
      return { text: "A red buoy", parts };
    };
    const form = await openForm(source, { given: { model: "demo-image" }, improve });
    const shown = await form.show({ type: "improvePrompt", index: 0 });
    assert.deepEqual([shown.canImprove, shown.proposal, shown.prompts], [true, { index: 0, parts }, ["A buoy"]]);
    const kept = await form.show({ type: "answerProposal", accepts: false });
    assert.deepEqual([kept.proposal, kept.prompts], [undefined, ["A buoy"]]);
    await form.show({ type: "improvePrompt", index: 0 });
    const used = await form.show({ type: "answerProposal", accepts: true });
    assert.deepEqual([used.proposal, used.prompts, used.reset.prompts > kept.reset.prompts], [undefined, ["A red buoy"], true]);
    assert.deepEqual(asked, ["image: A buoy", "image: A buoy"]);
    form.post({ type: "generate" });
    assert.deepEqual((await form.filled)?.prompts, ["A red buoy"]);
    // What is spoken is a text of the user's, not a prompt.
    const spoken = await openForm(source, { kind: "audio", given: { model: modelOf.audio }, improve });
    assert.equal((await spoken.show()).canImprove, false);
    spoken.post({ type: "cancel" });
  });

  it("is sent with the image and the kind that were chosen right before", async () => {
    const file = path.join(folder, "sent at once.png");
    await writeFile(file, pixel);
    const form = await openForm(source, { kinds: ["image", "video"], given: { model: "demo-image" } });
    form.post({ type: "chooseKind", kind: "video" });
    form.post({ type: "addImages", uris: [file] });
    form.post({ type: "generate" });
    const { kind, model, references } = (await form.filled)?.options ?? {};
    assert.deepEqual([kind, model, references], ["video", modelOf.video, [`data:image/png;base64,${pixel.toString("base64")}`]]);
  });

  it("begins with the request that runs again, also if other values were used since", async () => {
    const before = { model: "demo-image", choices: { size: "128x64" }, count: 3 };
    const form = await openForm(source, { before });
    const shown = await form.show();
    assert.deepEqual([shown.model, shown.choices, shown.count], [before.model, before.choices, "3"]);
    form.post({ type: "save" });
    assert.equal((await form.filled)?.output, "document");
  });

  it("changes to what was last chosen for another model or kind, and keeps the prompt", async () => {
    const form = await openForm(source, { kinds: ["image", "audio"], given: { model: "demo-image" } });
    await form.check({ type: "setPrompt", index: 0, text: "Two buoys" });
    assert.deepEqual((await form.show({ type: "chooseModel", model: "demo-image-pro" })).choices, { size: "2k" });
    const audio = await form.show({ type: "chooseKind", kind: "audio" });
    assert.deepEqual(
      [audio.prompts, audio.choices, audio.references],
      [["Two buoys"], { voice: "rms", format: "wav", speed: "2" }, undefined],
    );
    form.close();
    assert.equal(await form.filled, undefined);
  });

  const errors = [
    ["a size that the model does not list", "image", { type: "setChoice", name: "size", value: "99k" }, "size"],
    ["a duration that is no number", "video", { type: "setChoice", name: "duration", value: "long" }, "duration"],
    ["a speed outside the model's range", "audio", { type: "setChoice", name: "speed", value: "90" }, "speed"],
    ["no voice", "audio", { type: "setChoice", name: "voice", value: " " }, "voice"],
    ["no number of results", "image", { type: "setCount", count: "0" }, "count"],
    ["no prompt", "image", { type: "setPrompt", index: 0, text: " " }, "prompt 0"],
    ["no model", "image", { type: "chooseModel", model: "" }, "model"],
  ] as const;
  for (const [name, kind, message, control] of errors) {
    it(`refuses ${name}, and says so at its control`, async () => {
      const form = await openForm(source, { kind, given: { model: modelOf[kind] } });
      const checked = await form.check(message);
      assert.deepEqual([Object.keys(checked.errors), checked.isRefused], [[control], false]);
      const refused = await form.check({ type: "generate" });
      assert.deepEqual([Object.keys(refused.errors), refused.isRefused], [[control], true]);
      form.post({ type: "cancel" });
      assert.equal(await form.filled, undefined);
    });
  }

  it("reads reference images, leaves out other files, and takes no more than the model", async () => {
    const name = (file: string) => path.join(folder, file);
    for (const letter of "abcde") await writeFile(name(`${letter}.png`), Buffer.concat([pixel, Buffer.from(letter)]));
    await writeFile(name("notes.txt"), "no image");
    const form = await openForm(source, { given: { model: "demo-image", references: [name("a.png"), name("a.png")] } });
    assert.deepEqual(
      (await form.show()).references?.images.map((image) => image.name),
      ["a.png"],
    );
    const wrong = await form.show({ type: "addImages", uris: [vscode.Uri.file(name("notes.txt")).toString(), name("missing.png")] });
    assert.equal(wrong.references?.images.length, 1);
    assert.match((await form.check({ type: "setCount", count: "1" })).errors.references ?? "", /missing\.png/);
    const full = await form.show({ type: "addImages", uris: [name("b.png"), name("c.png"), name("d.png"), name("e.png")] });
    assert.equal(full.references?.isFull, true);
    assert.ok((await form.check({ type: "generate" })).errors.references);
    await form.show({ type: "removeImage", id: full.references?.images[0]?.id ?? -1 });
    form.post({ type: "generate" });
    const sent = (await form.filled)?.options.references ?? [];
    assert.deepEqual(
      sent.map((address) => Buffer.from(address.slice("data:image/png;base64,".length), "base64").at(-1)),
      [..."bcde"].map((letter) => letter.charCodeAt(0)),
    );
  });

  it("has a mask that is painted on the first reference image and removed again, and refuses one without an image", async () => {
    const [image, mask] = ["upright", "mask"].map((name) => `data:image/png;base64,${Buffer.from(name).toString("base64")}`);
    const asked: string[] = [];
    const paintMask = async (painted: string) => {
      asked.push(painted);
      return { mask: mask ?? "", image: image ?? "" };
    };
    const given = { model: "demo-image", references: [`data:image/png;base64,${pixel.toString("base64")}`] };
    const form = await openForm(source, { given, paintMask });
    const controlOf = ({ fields }: Awaited<ReturnType<typeof form.show>>) => fields.find(({ name }) => name === "mask")?.control;
    const shown = await form.show();
    assert.deepEqual(controlOf(shown), { type: "file", canPaint: true });
    const painted = await form.show({ type: "paintMask", name: "mask" });
    assert.deepEqual([asked, painted.choices.mask, painted.reset.choices > shown.reset.choices], [given.references, mask, true]);
    const [reference] = painted.references?.images ?? [];
    assert.equal(reference?.source, image);
    const without = await form.show({ type: "removeImage", id: reference?.id ?? -1 });
    assert.deepEqual(controlOf(without), { type: "file", canPaint: false });
    assert.deepEqual(Object.keys((await form.check({ type: "generate" })).errors), ["mask"]);
    await form.check({ type: "setChoice", name: "mask", value: "" });
    form.post({ type: "generate" });
    assert.equal((await form.filled)?.options.choices.mask, undefined);
  });

  it("says at the mask that it is no image, or has another size than the first reference image", async () => {
    const toUri = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
    const png = (width: number, height: number) =>
      toUri(encodePng({ width, height, channels: 3, data: new Uint8Array(width * height * 3) }));
    const form = await openForm(source, { given: { model: "demo-image", references: [png(4, 2), png(2, 4)] } });
    await form.show();
    const errorOf = async (value: string) => (await form.check({ type: "setChoice", name: "mask", value })).errors.mask;
    assert.equal(await errorOf(png(4, 2)), undefined);
    assert.match((await errorOf(png(2, 4))) ?? "", /size of the first reference image/);
    assert.match((await errorOf(toUri(Buffer.from("no image")))) ?? "", /not an image/);
    form.post({ type: "cancel" });
    assert.equal(await form.filled, undefined);
  });

  it("has its values again after the window was reloaded, and the locations for its links", async () => {
    const location = { uri: "file:///notes.md", languageId: "markdown", offset: 7 };
    const prompts = [{ text: "A buoy", location }, { text: "A mole" }];
    const request = { prompts: prompts.map(({ text }) => text), kinds: ["image", "audio"] as const };
    const address = `data:image/png;base64,${pixel.toString("base64")}`;
    const form = await openForm(source, { ...request, keep: (values) => ({ prompts, values }) });
    await form.show({ type: "chooseModel", model: "demo-image" });
    await form.show({ type: "addImages", uris: [address] });
    form.post({ type: "setPrompt", index: 1, text: "A mole at dusk" });
    form.post({ type: "setChoice", name: "size", value: "1k" });
    const { kept } = await form.check({ type: "setCount", count: "3" });
    form.close();
    const read = readFormState(JSON.parse(JSON.stringify({ kept })));
    assert.deepEqual(read?.prompts, prompts);
    const { panel } = form;
    const again = await openForm(source, { ...request, restored: { panel, values: read.values } });
    const shown = await again.show();
    assert.deepEqual(
      [shown.kind, shown.model, shown.prompts, shown.choices.size, shown.count, shown.references?.images.map((image) => image.source)],
      ["image", "demo-image", ["A buoy", "A mole at dusk"], "1k", "3", [address]],
    );
    again.post({ type: "generate" });
    assert.equal((await again.filled)?.output, 3);
  });

  it("that another command has opened is closed by a reload", () => {
    for (const state of [undefined, {}, { kept: undefined }, { kept: { values: {} } }, { kept: [] }])
      assert.equal(readFormState(state), undefined);
  });

  it("stays open with its values if the user cancels a later question", async () => {
    let asked = 0;
    const accept = async () => {
      asked += 1;
      return asked > 1;
    };
    const form = await openForm(source, { accept });
    form.post({ type: "generate" });
    await form.check({ type: "setPrompt", index: 0, text: "Another buoy" });
    form.post({ type: "generate" });
    assert.deepEqual([(await form.filled)?.prompts, asked], [["Another buoy"], 2]);
  });

  it("shows what the service refused until the value changes", async () => {
    const form = await openForm(source, { refused: { size: "This size is not sold any more." } });
    const [first, second] = [
      await form.check({ type: "setCount", count: "1" }),
      await form.check({ type: "setChoice", name: "size", value: "512" }),
    ];
    assert.deepEqual([first.errors, second.errors], [{ size: "This size is not sold any more." }, {}]);
    form.close();
  });

  const commands = {
    "Generate with Options…": () => vscode.commands.executeCommand("generationStudio.generateWithOptions"),
    "Write with Options…": () => vscode.commands.executeCommand("generationStudio.writeWithOptions"),
  };
  for (const [title, run] of Object.entries(commands)) {
    it(`of ${title} is a tab, and closing it sends nothing`, async () => {
      await openFile(folder, "ship.md", "A tall ship\n");
      const isForm = ({ input }: vscode.Tab) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(formEditor);
      const opened = new Promise<vscode.Tab>((resolve) => {
        const listener = vscode.window.tabGroups.onDidChangeTabs(({ opened: tabs }) => {
          const tab = tabs.find(isForm);
          if (tab === undefined) return;
          listener.dispose();
          resolve(tab);
        });
      });
      const running = run();
      // One of them first asks what to write.
      await vscode.window.tabGroups.close(await acceptSteps(opened));
      assert.equal(await running, undefined);
    });
  }

  it("shows amounts in the service's unit", async () => {
    try {
      assert.equal(formatAmount(0.28), "0.28 credits");
      await configure("unit", "$");
      assert.equal(formatAmount(0.28), "$0.28");
    } finally {
      await configure("unit", undefined);
    }
  });
});
