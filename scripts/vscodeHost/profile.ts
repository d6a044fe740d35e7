/** Creates a VS Code profile without prompts and updates and, if wanted, with an installed extension. */
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
 * Nothing opens, asks, updates or reports by itself. VS Code's current values alone: it writes the file again where it has to migrate one,
 * and what a test writes at that time is lost.
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

/** For tests: without parts of the window and of editors that no test looks at, and that take a fifth of the browser's processor time. */
export const testSettings: Settings = {
  ...calmSettings,
  "breadcrumbs.enabled": false,
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.stickyScroll.enabled": false,
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
};

/** The same as the settings file already holds, where there is one: a person's own changes stay. */
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

/** Writes the profile's list of extensions, with the one that lies in `extensionFolder` as its only entry; nothing is copied. */
export async function linkExtension(profile: Profile, extensionFolder: string): Promise<void> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(extensionFolder, "package.json"), "utf8")));
  const entry = {
    identifier: { id: `${manifest.publisher}.${manifest.name}` },
    version: manifest.version,
    location: { $mid: 1, path: extensionFolder, scheme: "file" },
    metadata: { source: "vsix", pinned: true },
  };
  await writeFile(path.join(profile.extensionsFolder, "extensions.json"), JSON.stringify([entry]));
}
