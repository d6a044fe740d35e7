/** The version of Node.js that runs the program, of which `node:sqlite` needs the newest. */

/** As in `engines` of package.json. Building and testing need less: npm installs a newer Node of their own. */
export const oldestNode = "22.13.0";

/** `version`: as in `process.versions.node`. */
export function runsOn(version: string): boolean {
  return version.localeCompare(oldestNode, "en", { numeric: true }) >= 0;
}
