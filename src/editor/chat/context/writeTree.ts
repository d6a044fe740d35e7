/** Writes paths as an indented tree, one line for each file and folder. */

/** Paths with `/`, sorted, so that the files of a folder are adjacent. */
export function writeTree(paths: readonly string[]): string[] {
  let open: readonly string[] = [];
  return paths.flatMap((path) => {
    const parts = path.split("/");
    const folders = parts.slice(0, -1);
    const shared = folders.findIndex((folder, depth) => folder !== open[depth]);
    const first = shared === -1 ? folders.length : shared;
    open = folders;
    const opened = folders.slice(first).map((folder, index) => `${"  ".repeat(first + index + 1)}${folder}/`);
    return [...opened, `${"  ".repeat(parts.length)}${parts.at(-1)}`];
  });
}
