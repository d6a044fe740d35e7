/** Nothing in; whether the desktop's VS Code can be downloaded and shown here, out. */

const releases = "https://update.code.visualstudio.com/api/releases/stable";

/** `HOST_TEST_EDITOR` set to `desktop` or `server` decides; else a screen and an answer from the download site within 5 seconds do. */
export async function canRunDesktop(environment: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const wish = environment.HOST_TEST_EDITOR;
  if (wish !== undefined) return wish === "desktop";
  const hasScreen = process.platform !== "linux" || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
  if (!hasScreen) return false;
  return fetch(releases, { signal: AbortSignal.timeout(5000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}
