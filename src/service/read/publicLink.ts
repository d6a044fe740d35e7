import { rangeOfHost } from "../../network/addressRanges.ts";

/** The address of a file that a provider can load as well: https, no user name, and not of this machine or a private network. */
export function publicLink(source: string): string | undefined {
  const url = URL.parse(source);
  const isPublic = url?.protocol === "https:" && url.username === "" && url.password === "" && rangeOfHost(url.hostname) === "public";
  return isPublic && url.hostname.includes(".") ? url.href : undefined;
}
