import { rangeOfHost } from "../../network/addressRanges.ts";

/** Returns a file's address if a provider can load it as well: https, no user name, and not on this machine or in a private network. */
export function publicLink(source: string): string | undefined {
  const url = URL.parse(source);
  const isPublic = url?.protocol === "https:" && url.username === "" && url.password === "" && rangeOfHost(url.hostname) === "public";
  return isPublic && url.hostname.includes(".") ? url.href : undefined;
}
