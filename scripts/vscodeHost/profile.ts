/** Creates a VS Code profile without prompts and updates and, optionally, with an installed extension. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";

export type Settings = Readonly<Record<string, unknown>>;

export interface Profile {
  userDataFolder: string;
  extensionsFolder: string;
  settingsFile: string;
}

/**
 * Prevents VS Code from opening, asking, updating or reporting anything automatically. Use only current values of VS Code: if it has to
 * migrate one, it rewrites the file, and settings that a test writes at that time are lost.
 * @internal
 */
export const calmSettings: Settings = {
  "workbench.startupEditor": "none",
  "workbench.editor.useModal": "off",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.colorTheme": "Dark 2026",
  "window.autoDetectColorScheme": false,
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  "extensions.autoUpdate": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "telemetry.telemetryLevel": "off",
  "remote.autoForwardPorts": false,
  "files.exclude": { "**/.vscode": true },
  "git.openRepositoryInParentFolders": "never",
  "typescript.disableAutomaticTypeAcquisition": true,
  "typescript.tsserver.useSyntaxServer": "never",
};

/**
 * Settings for tests. They hide parts of the window and of editors that no test reads, which take a fifth of the browser's processor time, and
 * leave out VS Code's own chat and the extension host in the browser, which take a quarter of the time of each start.
 */
export const testSettings: Settings = {
  ...calmSettings,
  "extensions.webWorker": false,
  "chat.disableAIFeatures": true,
  "breadcrumbs.enabled": false,
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.stickyScroll.enabled": false,
  "terminal.integrated.gpuAcceleration": "off",
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
};

/** Existing settings in the file are kept, because the user may have changed them. */
export async function makeProfile(folder: string, settings: Settings = calmSettings): Promise<Profile> {
  const profile: Profile = {
    userDataFolder: path.join(folder, "data"),
    extensionsFolder: path.join(folder, "extensions"),
    settingsFile: path.join(folder, "data", "User", "settings.json"),
  };
  await mkdir(path.dirname(profile.settingsFile), { recursive: true });
  await mkdir(profile.extensionsFolder, { recursive: true });
  await writeFile(profile.settingsFile, `${JSON.stringify(settings, undefined, 2)}\n`, { flag: "wx" }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    },
  );
  return profile;
}

const manifestSchema = z.object({ publisher: z.string(), name: z.string(), version: z.string() });

/** Writes the profile's list of extensions with only those in `extensionFolders`; nothing is copied. */
export async function linkExtensions(profile: Pick<Profile, "extensionsFolder">, ...extensionFolders: string[]): Promise<void> {
  const entries = extensionFolders.map(async (extensionFolder) => {
    const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(extensionFolder, "package.json"), "utf8")));
    return {
      identifier: { id: `${manifest.publisher}.${manifest.name}` },
      version: manifest.version,
      location: { $mid: 1, path: extensionFolder, scheme: "file" },
      metadata: { source: "vsix", pinned: true },
    };
  });
  await writeFile(path.join(profile.extensionsFolder, "extensions.json"), JSON.stringify(await Promise.all(entries)));
}
