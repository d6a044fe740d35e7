/** The image editor's command: one tab for each image. */
import assert from "node:assert/strict";
import { readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { KeptPaintings } from "../../src/editor/imageEditor/keptPaintings.ts";
import { encodePng } from "../../src/media/images/encodePng.ts";

const editors = () =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith("generationStudio.imageEditor"))
    .map(({ label }) => label);

/** Resolves when the tabs are as expected. */
async function until(isReached: () => boolean): Promise<void> {
  if (isReached()) return;
  await new Promise<void>((resolve) => {
    const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
      if (!isReached()) return;
      listener.dispose();
      resolve();
    });
  });
}

describe("the image editor", function () {
  this.timeout(60_000);
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("opens once for each image", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail();
    const images = ["pier.png", "boat.png"].map((name) => vscode.Uri.joinPath(folder, name));
    for (const image of images) {
      await vscode.workspace.fs.writeFile(image, encodePng({ width: 4, height: 4, channels: 3, data: new Uint8Array(48) }));
      assert.equal(await vscode.commands.executeCommand("generationStudio.editImage", image), true);
    }
    const isActive = (label: string) => vscode.window.tabGroups.activeTabGroup.activeTab?.label === label;
    await until(() => isActive("Edit boat.png"));
    await vscode.commands.executeCommand("generationStudio.editImage", images[0]);
    await until(() => isActive("Edit pier.png"));
    assert.deepEqual(editors(), ["Edit pier.png", "Edit boat.png"]);
  });

  it("keeps what is painted for each image, for ninety days, and reads past a damaged file", async () => {
    const folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail(), "paintings").fsPath;
    const image = (number: number) => vscode.Uri.file(`/images/${number}.png`);
    const extension = { top: 0, right: 0, bottom: 0, left: 0 };
    const mask = Uint8Array.from([255, 16]);
    const kept = new KeptPaintings(folder);
    await Promise.all([kept.keep(image(1), { extension, mask: Uint8Array.from([0, 16]) }), kept.keep(image(1), { extension, mask })]);
    await kept.keep(image(2), { extension: { ...extension, left: 5 } });
    const read = (number: number) => new KeptPaintings(folder).read(image(number));
    assert.deepEqual(
      [await read(1), await read(2), await read(3)],
      [{ extension, mask }, { extension: { ...extension, left: 5 } }, undefined],
    );
    await kept.keep(image(1), { extension });
    assert.equal(await read(1), undefined);
    const [old] = await readdir(folder);
    const before = Date.now() / 1000 - 91 * 24 * 3600;
    await utimes(path.join(folder, old ?? ""), before, before);
    await kept.keep(image(59), { extension, mask });
    assert.deepEqual([await read(2), await read(59)], [undefined, { extension, mask }]);
    for (const name of await readdir(folder)) await writeFile(path.join(folder, name), '{"extension":');
    assert.equal(await read(59), undefined);
    await kept.keep(image(59), { extension, mask });
    assert.deepEqual(await read(59), { extension, mask });
  });

  it("paints a mask for the form in a tab, and closing it gives none", async () => {
    const png = encodePng({ width: 4, height: 4, channels: 3, data: new Uint8Array(48) });
    const image = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
    const painted = vscode.commands.executeCommand("generationStudio.paintMask", image);
    const shown = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label === "Paint Mask");
    await until(() => shown().length === 1);
    await vscode.window.tabGroups.close(shown());
    assert.equal(await painted, undefined);
  });
});
