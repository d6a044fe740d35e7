/** Determines whether the desktop version of VS Code can be downloaded and shown here. */

const releases = "https://update.code.visualstudio.com/api/releases/stable";

/** `HOST_TEST_EDITOR` (`desktop` or `server`) decides if it is set; otherwise a screen and an answer of the download site within 5 s do. */
export async function canRunDesktop(environment: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const chosen = environment.HOST_TEST_EDITOR;
  if (chosen !== undefined) return chosen === "desktop";
  const hasScreen = process.platform !== "linux" || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
  if (!hasScreen) return false;
  return fetch(releases, { signal: AbortSignal.timeout(5000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}
