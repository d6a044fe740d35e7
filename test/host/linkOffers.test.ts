/** Offers to link files, which the next window of the workspace offers again. */
import assert from "node:assert/strict";
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { findLocation, insertLink, isLinked, offerLink, writeDroppedLinks } from "../../src/editor/artifacts/insertLink.ts";
import { endOffers } from "../../src/editor/artifacts/linkOffers.ts";
import { restoreOffers } from "../../src/editor/artifacts/restoreOffers.ts";
import { createState } from "../../src/editor/base/state.ts";
import { until, workspaceFile } from "./languageSupport.ts";
import { createMemento } from "./memento.ts";

interface Shown {
  line: number;
  title: string;
}

/** The lenses that insert a link. */
async function shownIn(uri: vscode.Uri): Promise<Shown[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
  return lenses.flatMap(({ range, command }) =>
    command?.tooltip?.endsWith(".png") === true && command.title.startsWith("$(link)")
      ? [{ line: range.start.line, title: command.title }]
      : [],
  );
}

describe("an offer to link a file", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-offers-"));
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  /** A document, an image and a state; what the state keeps is the offer to link the image below the first paragraph. */
  async function keptOffer(name: string) {
    const prompt = `A lighthouse at ${name}`;
    const document = vscode.Uri.file(path.join(folder, `${name}.md`));
    const image = vscode.Uri.file(path.join(folder, `${name}.png`));
    await writeFile(document.fsPath, `${prompt}\n\nThe end.\n`);
    await writeFile(image.fsPath, "a picture");
    const state = createState(createMemento(), createMemento());
    const location = { uri: document.toString(), languageId: "markdown", offset: prompt.length };
    const kept = { kind: "image" as const, prompt, uris: [image.toString()], location: { ...location, before: prompt } };
    await state.rememberLinkOffers([kept]);
    return { prompt, document, image, state, location, kept };
  }

  it("is kept until it is answered", async () => {
    const { prompt, document, image, state, location, kept } = await keptOffer("dawn");
    await state.rememberLinkOffers([]);
    const offer = offerLink({ kind: "image", prompt, uris: [image] }, () => location, "ask", state);
    await until(() => state.linkOffers().length > 0);
    assert.deepEqual(state.linkOffers(), [kept]);
    endOffers([image], await vscode.workspace.openTextDocument(document));
    assert.equal(await offer.done, false);
    await until(() => state.linkOffers().length === 0);
  });

  it("is shown again at its text, which has moved", async () => {
    const { prompt, document, image, state } = await keptOffer("dusk");
    await writeFile(document.fsPath, `# Far above\n\n${prompt}\n\nThe end.\n`);
    const listener = await restoreOffers(state);
    assert.deepEqual(state.linkOffers().length, 1, "It is kept until its document is opened.");
    const opened = await vscode.workspace.openTextDocument(document);
    const shown = await until(async () => {
      const found = await shownIn(document);
      return found.length > 0 && found;
    });
    assert.deepEqual(shown, [{ line: 2, title: "$(link) Insert Link to dusk.png" }]);
    listener.dispose();
    endOffers([image], opened);
    await until(() => state.linkOffers().length === 0);
    assert.deepEqual(await shownIn(document), []);
  });

  it("shares one lens above its paragraph with the others there, and is a quick fix and in a list", async () => {
    const { document, image, state } = await keptOffer("noon");
    const other = vscode.Uri.file(path.join(folder, "noon-2.png"));
    await writeFile(other.fsPath, "another picture");
    const text = "# Noon\n\nA lighthouse\nat noon, seen\nfrom the sea\n\nThe end.\n";
    await writeFile(document.fsPath, text);
    // A selection by mouse ends at the start of the next line.
    const location = { uri: document.toString(), languageId: "markdown", offset: text.indexOf("from the sea") + "from the sea\n".length };
    const offered = [image, other].map((uri) =>
      offerLink({ kind: "image", prompt: "A lighthouse", uris: [uri] }, () => location, "ask", state),
    );
    const opened = await vscode.workspace.openTextDocument(document);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document);
    const ours = lenses.filter(
      ({ command }) => command?.command.startsWith("generationStudio.") === true && command.command.endsWith("LinkOffer"),
    );
    assert.deepEqual(
      ours.map(({ range, command }) => [range.start.line, command?.title]),
      [[2, "$(link) Insert Link (2)…"]],
    );
    const within = new vscode.Range(3, 2, 3, 2);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document, within);
    const titles = actions.map(({ title }) => title).filter((title) => title.startsWith("Insert Link"));
    assert.deepEqual(titles, ["Insert Link to noon.png", "Insert Link to noon-2.png"]);
    endOffers([image], opened);
    endOffers([other], opened);
    await Promise.all(offered.map(({ done }) => done));
    assert.equal(await vscode.commands.executeCommand("generationStudio.chooseLinkOffer"), false);
  });

  type Kept = Awaited<ReturnType<typeof keptOffer>>;
  const changes: [string, (kept: Kept) => Promise<void>][] = [
    ["its file is gone", ({ image }) => rm(image.fsPath)],
    ["its document is gone", ({ document }) => rm(document.fsPath)],
    ["its text is gone", ({ document }) => writeFile(document.fsPath, "Nothing else\n")],
    [
      "the file was linked meanwhile",
      ({ document, prompt, image }) => writeFile(document.fsPath, `${prompt}\n\n![It](${path.basename(image.fsPath)})\n`),
    ],
  ];
  for (const [index, [what, change]] of changes.entries())
    it(`is forgotten if ${what}`, async () => {
      const kept = await keptOffer(`tower-${index}`);
      await change(kept);
      const listener = await restoreOffers(kept.state);
      // A document that is gone cannot be opened.
      await vscode.workspace.openTextDocument(kept.document).then(undefined, () => undefined);
      await until(() => kept.state.linkOffers().length === 0);
      listener.dispose();
    });

  it("is for the document that has its text if another program has renamed that, unless two documents have it", async () => {
    const text = "A stone jetty far out";
    const [known, renamed, other] = [workspaceFile("jetty.md"), workspaceFile("mole.md"), workspaceFile("pier.md")];
    const location = { languageId: "markdown", offset: text.length };
    const kept = { uri: known.toString(), before: text, ...location };
    await writeFile(known.fsPath, `${text}\n\nThe end.\n`);
    await rename(known.fsPath, renamed.fsPath);
    assert.deepEqual(await findLocation(kept), { uri: renamed.toString(), ...location });
    await copyFile(renamed.fsPath, other.fsPath);
    assert.equal(await findLocation(kept), undefined);
    await Promise.all([renamed, other].map(({ fsPath }) => rm(fsPath)));
  });

  it("that cannot be read is forgotten", async () => {
    const state = createState(createMemento(), createMemento());
    await state.rememberLinkOffers([null, "text", { kind: "image" }, { kind: "song", prompt: "", uris: [], location: {} }]);
    (await restoreOffers(state)).dispose();
    assert.deepEqual(state.linkOffers(), []);
  });
});

describe("a link to an image that the document's compiler does not show", () => {
  const { showWarningMessage } = vscode.window;
  const [asPng, asLink] = ["Convert to PNG and Insert", "Insert as Link"] as const;
  // An image of 4 × 4, by libwebp; and the start of a GIF, which is not decoded.
  const webp = Buffer.from("UklGRhwAAABXRUJQVlA4TA8AAAAvA8AAEAcQ/Y/+BSKi/wEA", "base64");
  const gif = Buffer.from("GIF89a\x08\0\x08\0\0\0\0", "latin1");
  let folder: string;
  let asked: unknown[][];
  let answer: string | undefined;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-shown-"));
    const ask = async (question: string, _options: unknown, ...answers: string[]): Promise<string | undefined> => {
      asked.push([question, ...answers]);
      return answer;
    };
    Object.assign(vscode.window, { showWarningMessage: ask });
  });
  beforeEach(() => {
    asked = [];
  });
  after(async () => {
    Object.assign(vscode.window, { showWarningMessage });
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function write(name: string, bytes: Uint8Array) {
    const image = vscode.Uri.file(path.join(folder, name));
    await writeFile(image.fsPath, bytes);
    const document = vscode.Uri.file(path.join(folder, `${name}.tex`));
    await writeFile(document.fsPath, "A fox\n");
    const opened = await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(document), "latex");
    const location = () => ({ uri: document.toString(), languageId: "latex", offset: 5 });
    return { files: { kind: "image" as const, prompt: "A fox", uris: [image] }, location, opened };
  }
  /** What its line includes or links. */
  const linkIn = (text: string) => /\\(?:includegraphics|href)[^{]*\{([^}]*)/.exec(text)?.[1];

  it("is inserted after a question, as a PNG or as a link, or not at all", async () => {
    for (const [given, link] of [
      [asPng, "fox.png"],
      [asLink, "run:fox.webp"],
      [undefined, undefined],
    ] as const) {
      const { files, location, opened } = await write("fox.webp", webp);
      answer = given;
      const inserted = await insertLink(files, location);
      assert.equal(inserted.type, given === undefined ? "cancelled" : "inserted");
      assert.equal(await isLinked(files, location()), given !== undefined);
      assert.equal(linkIn(opened.getText()), link);
      assert.equal(linkIn((await writeDroppedLinks(files, opened, new vscode.Position(0, 0))) ?? ""), link);
      await vscode.window.showTextDocument(opened);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
    assert.deepEqual(asked.slice(0, 1), [["LaTeX does not show images in WEBP.", asPng, asLink]]);
    assert.equal(asked.length, 6);
  });

  it("is inserted as a PNG without a question, if links are always inserted", async () => {
    const { files, location, opened } = await write("heron.webp", webp);
    // The name of the PNG belongs to another image.
    await writeFile(path.join(folder, "heron.png"), "another");
    assert.equal(await offerLink(files, location, "always", createState(createMemento(), createMemento())).done, true);
    assert.match(linkIn(opened.getText()) ?? "", /^heron-[0-9a-f]{8}\.png$/);
    assert.deepEqual(asked, []);
    assert.equal(await isLinked(files, location()), true);
    const another = vscode.Uri.file(path.join(folder, "another.webp"));
    await writeFile(another.fsPath, webp);
    assert.equal(await isLinked({ ...files, uris: [another] }, location()), false);
  });

  it("is not there if only another image of that name is linked", async () => {
    const { files, location } = await write("crow.webp", webp);
    const other = vscode.Uri.file(path.join(folder, "crow.png"));
    await writeFile(other.fsPath, "another");
    await insertLink({ ...files, uris: [other] }, location);
    assert.equal(await isLinked(files, location()), false);
  });

  it("is a link if the PNG cannot be written", async () => {
    const { files, location, opened } = await write("stork.webp", webp);
    await mkdir(path.join(folder, "stork.png"));
    assert.equal(await offerLink(files, location, "always", createState(createMemento(), createMemento())).done, true);
    assert.equal(linkIn(opened.getText()), "run:stork.webp");
  });

  it("is offered only as a link if it cannot be converted", async () => {
    const { files, location } = await write("crane.gif", gif);
    answer = asLink;
    await insertLink(files, location);
    assert.deepEqual(asked, [["LaTeX does not show images in GIF.", asLink]]);
  });
});
