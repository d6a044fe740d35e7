/** The URI, as text, after a file or a folder was renamed: it is the renamed one, or below it. */
export function renamedUri(uri: string, from: string, to: string): string {
  if (uri === from) return to;
  return uri.startsWith(`${from}/`) ? to + uri.slice(from.length) : uri;
}
