/** The only variables of the service that a program gets: the others contain passwords and keys. The last line is for Windows. */
const inherited = [
  ...["PATH", "HOME", "USER", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TZ", "TMPDIR"],
  ...["Path", "PATHEXT", "SystemRoot", "SystemDrive", "windir", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA"],
];

export function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}
