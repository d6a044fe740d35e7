import { readConnectionError } from "../../network/connectionError.ts";
import { ProxyError } from "../../network/proxies.ts";

/** `interrupted`: it can be continued. `damaged`: what was received is wrong. */
type DownloadErrorKind = "interrupted" | "refused" | "unreachable" | "missing" | "damaged" | "fullDisk" | "other";

/** Why a file was not downloaded, as a sentence. */
export class DownloadError extends Error {
  override readonly name = "DownloadError";
  readonly kind: DownloadErrorKind;

  constructor(kind: DownloadErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }

  static ofStatus(status: number, host: string): DownloadError {
    if (status === 404 || status === 410) return new DownloadError("missing", `${host} does not have this file.`);
    if (status === 401 || status === 403)
      return new DownloadError(
        "refused",
        `${host} does not give this file to everybody (HTTP ${status}): download it in a browser, and use the file.`,
      );
    return new DownloadError(status === 429 || status >= 500 ? "interrupted" : "refused", `${host} answered with HTTP ${status}.`);
  }

  static fullDisk(needed?: number): DownloadError {
    const amount = needed === undefined ? "" : `: ${(needed / 1e9).toFixed(1)} GB more are needed`;
    return new DownloadError("fullDisk", `The disk is full${amount}.`);
  }

  static from(thrown: unknown): DownloadError {
    if (thrown instanceof DownloadError) return thrown;
    if (thrown instanceof ProxyError) return new DownloadError("unreachable", thrown.message);
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
    if (code === "ENOSPC" || code === "EDQUOT") return DownloadError.fullDisk();
    if (["EACCES", "EPERM", "EROFS", "EIO"].includes(code)) return new DownloadError("other", `The file cannot be written (${code}).`);
    const { reason, code: connection } = readConnectionError(thrown);
    const shown = connection === "" ? "" : ` (${connection})`;
    return reason === "unreachable" || reason === "certificate" || reason === "proxy"
      ? new DownloadError("unreachable", `The server cannot be reached${shown}.`)
      : new DownloadError("interrupted", `The download broke off${shown}. It continues where it stopped when you try again.`);
  }
}
