/** Reads the notes of a release from the changelog. */

/**
 * `changelog`: Markdown with a section `## VERSION` for each release, the newest first.
 * @returns the section's text without its heading.
 * @throws Error when the newest section is that of another version, or empty.
 */
export function releaseNotes(changelog: string, version: string): string {
  const [, section = ""] = changelog.replaceAll("\r\n", "\n").split(/^## /m);
  const [newest = "", ...lines] = section.split("\n");
  const text = lines.join("\n");
  if (newest.trim() !== version) throw new Error(`The newest section of CHANGELOG.md is “${newest.trim()}”, not “${version}”.`);
  if (text.trim() === "") throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return text.trim();
}
