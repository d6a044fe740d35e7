/** One npm package of the local engine. */
export interface PinnedPackage {
  /** Where it is unpacked, such as `node_modules/ora/node_modules/cli-spinners`. */
  folder: string;
  name: string;
  version: string;
  /** `sha512-` and the hash of its file in base64. */
  integrity: string;
  /** Bytes of its file. */
  size: number;
}

export interface PinnedEngine {
  /** Of node-llama-cpp. */
  version: string;
  /** npm's own address, without a trailing slash. */
  registry: string;
  common: readonly PinnedPackage[];
  /** By `process.platform` and `process.arch`, as one word: the package with the binaries. */
  natives: Readonly<Record<string, PinnedPackage>>;
}

/** The address of a package's file below that of a registry. */
export function tarballPath({ name, version }: Pick<PinnedPackage, "name" | "version">): string {
  return `${name}/-/${name.slice(name.indexOf("/") + 1)}-${version}.tgz`;
}
