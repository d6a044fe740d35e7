/** Small texts in the place of a file whose content is kept elsewhere. Sent as the file, they are paid for and mean nothing to a model. */
export interface Placeholder {
  of: "Git LFS" | "git-annex";
  /** Gets the content. */
  command: "git lfs pull" | "git annex get";
}

const largest = 32_768;

/** Sources: the specification of Git LFS, which limits a pointer to 1024 bytes; "pointer files" in git-annex's internals; without links, Git writes the target of a link as the file's text. */
const forms: readonly (Placeholder & { pattern: RegExp; most: number })[] = [
  {
    of: "Git LFS",
    command: "git lfs pull",
    pattern:
      /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v\d+\r?\n(?:[a-z0-9.-]+ [^\n]*\n)*oid [a-z0-9]+:[0-9a-f]+\r?\nsize \d+\s*$/,
    most: 1024,
  },
  {
    of: "git-annex",
    command: "git annex get",
    pattern: /^(?:\/annex\/objects\/|(?:\.\.\/){0,64}\.git\/annex\/objects\/(?:[^/\s]{1,255}\/){1,4})[A-Z0-9_]+-[^/\s]+(?:\r?\n|$)/,
    most: largest,
  },
];

export function findPlaceholder(content: string | Uint8Array): Placeholder | undefined {
  if (content.length > largest) return undefined;
  const text = typeof content === "string" ? content : Buffer.from(content).toString("latin1");
  const found = forms.find(({ pattern, most }) => text.length <= most && pattern.test(text));
  return found && { of: found.of, command: found.command };
}
