/** Everything that package.json declares exists in VS Code. The expectations are read from the manifest. */
import assert from "node:assert/strict";
import { access, glob, readFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";

interface Menu {
  command?: string;
  submenu?: string;
  alt?: string;
  when?: string;
}
interface Manifest {
  contributes: {
    commands: { command: string; title: string; category?: string }[];
    views: Record<string, { id: string; name: string; type?: string }[]>;
    submenus: { id: string }[];
    menus: Record<string, Menu[]>;
    keybindings: { key: string; when: string }[];
    walkthroughs: { steps: { description: string; media: { image: string }; completionEvents: string[] }[] }[];
    configuration: { properties: Record<string, { scope?: string; default: unknown }> };
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  enabledApiProposals?: unknown;
}

const extensionId = "generation-studio.generation-studio";

describe("the manifest", () => {
  let extension: vscode.Extension<unknown>;
  let manifest: Manifest;
  let sources: string;
  let messages: Record<string, string>;

  before(async () => {
    const found = vscode.extensions.getExtension(extensionId);
    assert.ok(found !== undefined);
    extension = found;
    await extension.activate();
    manifest = JSON.parse(await readFile(path.join(extension.extensionPath, "package.json"), "utf8"));
    messages = JSON.parse(await readFile(path.join(extension.extensionPath, "package.nls.json"), "utf8"));
    const files: string[] = [];
    for await (const file of glob("src/**/*.ts", { cwd: extension.extensionPath })) files.push(file);
    assert.ok(files.length > 50, "the sources are beside the manifest");
    sources = (await Promise.all(files.map((file) => readFile(path.join(extension.extensionPath, file), "utf8")))).join("\n");
  });

  it("uses no proposed API", () => {
    assert.equal(manifest.enabledApiProposals, undefined);
  });

  it("registers every command, all in one category", async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = manifest.contributes.commands.filter(({ command }) => !registered.has(command));
    assert.deepEqual(missing, []);
    const categories = new Set(manifest.contributes.commands.map(({ category }) => category));
    assert.deepEqual([...categories], ["Generation Studio"]);
  });

  it("declares every command that the extension registers", async () => {
    const declared = new Set(manifest.contributes.commands.map(({ command }) => command));
    const views = Object.values(manifest.contributes.views)
      .flat()
      .map(({ id }) => id);
    const own = (await vscode.commands.getCommands(true)).filter((command) => command.startsWith("generationStudio."));
    const undeclared = own.filter((command) => !declared.has(command) && !views.some((view) => command.startsWith(`${view}.`)));
    assert.deepEqual(undeclared, []);
  });

  it("declares every command, alternative and submenu of a menu", () => {
    const declared = new Set(manifest.contributes.commands.map(({ command }) => command));
    const submenus = new Set(manifest.contributes.submenus.map(({ id }) => id));
    const items = Object.values(manifest.contributes.menus).flat();
    const wanted = items.flatMap(({ command, alt }) => [command, alt]).filter((command) => command !== undefined);
    assert.deepEqual(
      wanted.filter((command) => !declared.has(command)),
      [],
    );
    assert.deepEqual(
      items.filter(({ submenu }) => submenu !== undefined && !submenus.has(submenu)),
      [],
    );
  });

  it("binds no key in an editor that VS Code uses there", async () => {
    const text = await vscode.workspace.openTextDocument(vscode.Uri.parse("vscode://defaultsettings/keybindings.json"));
    const defaults = [...text.getText().matchAll(/"key": "([^"]+)",\s*"command": "([^"]+)"/g)].map(([, key, command]) => ({
      key,
      command,
    }));
    assert.ok(defaults.length > 500, "the default key bindings were read");
    const own = manifest.contributes.keybindings.filter(({ when }) => when.includes("editorTextFocus"));
    assert.ok(own.length > 0);
    const taken = defaults.filter(({ key, command }) => !command?.startsWith("generationStudio.") && own.some((one) => one.key === key));
    assert.deepEqual(taken, []);
  });

  it("has every image, command and view of the walkthrough", async () => {
    const declared = new Set(await vscode.commands.getCommands(true));
    const views = Object.values(manifest.contributes.views)
      .flat()
      .map(({ id }) => id);
    for (const step of manifest.contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      await access(path.join(extension.extensionPath, step.media.image));
      const text = messages[step.description.slice(1, -1)] ?? "";
      const linked = [...text.matchAll(/\(command:([\w.]+)/g)].map(([, command]) => command ?? "");
      assert.ok(linked.length > 0, `${step.description} leads somewhere`);
      for (const command of linked) assert.ok(declared.has(command), command);
      for (const event of step.completionEvents) {
        const [what, which = ""] = event.split(":");
        const isSet = () => sources.includes(`completeStep("${which.replace("generationStudio.done.", "")}")`);
        assert.ok(what === "onContext" ? isSet() : what === "onView" ? views.includes(which) : declared.has(which), event);
      }
    }
  });

  it("can focus every view", async () => {
    const views = Object.values(manifest.contributes.views).flat();
    assert.ok(views.length >= 3);
    for (const view of views) await vscode.commands.executeCommand(`${view.id}.focus`);
  });

  it("reads every setting, and declares every setting that is read", () => {
    const declared = Object.keys(manifest.contributes.configuration.properties).map((name) => name.replace("generationStudio.", ""));
    const unread = declared.filter((name) => !sources.includes(`"${name}"`));
    assert.deepEqual(unread, []);
    for (const name of declared)
      assert.notEqual(vscode.workspace.getConfiguration("generationStudio").inspect(name)?.defaultValue, undefined, name);
  });

  it("lets no workspace change settings that redirect the key or spend money", () => {
    const { properties } = manifest.contributes.configuration;
    for (const name of ["baseUrl", "accountPage", "confirmAbove", "confirmKinds"]) {
      assert.equal(properties[`generationStudio.${name}`]?.scope, "application", name);
    }
    assert.ok(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes("generationStudio.output.folder"));
  });

  it("takes every text from package.nls.json, which has no unused text", async () => {
    const text = await readFile(path.join(extension.extensionPath, "package.json"), "utf8");
    const used = new Set([...text.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? ""));
    assert.deepEqual([...used].sort(), Object.keys(messages).sort());
    for (const { title } of manifest.contributes.commands) assert.match(title, /^%.+%$/);
  });
});
