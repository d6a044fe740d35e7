/** Models that are files: their addresses and names. */

export function isAddress(model: string): boolean {
  return /^https?:\/\//i.test(model);
}

/** The name of a model in a file, from the file's path, also one of Windows. */
export function modelName(file: string): string {
  return file.replace(/^.*[/\\]/s, "").replace(/\.gguf$/i, "");
}

/** The same from an address, without characters that a file system reads as something else: a downloaded model has it as its id. */
export function modelNameOfAddress(address: string): string {
  const path = address.replace(/[?#].*$/s, "").replace(/^https?:\/\/[^/]*/i, "");
  const decoded = path.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  return (
    modelName(decoded.replaceAll("\\", "-"))
      .replace(/[^\w.+-]+/g, "-")
      .replace(/^\.+/, "") || "model"
  );
}
