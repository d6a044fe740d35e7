/** Checks `{base_url}` and links, the only addresses that the client sends to. */
import { progressQuery } from "../../contract/progress.ts";
import { rangeOfHost } from "../../network/addressRanges.ts";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import { ServiceError } from "../serviceError.ts";

export interface ServiceAddress {
  /** As given, without a trailing slash. */
  baseUrl: string;
  /** Scheme, host and port. The key is only sent to this origin. */
  origin: string;
  /** Host and port, for display. */
  host: string;
  /** The path of `{base_url}` without a trailing slash; "" for none. */
  basePath: string;
  isLoopback: boolean;
}

/** Parses a URL; undefined if the text is not one. */
function readUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Throws `forbiddenAddress` unless the address is https, or http on loopback, and carries no credentials. */
export function readServiceAddress(baseUrl: string): ServiceAddress {
  const url = readUrl(baseUrl);
  if (url === undefined) throw new ServiceError({ kind: "forbiddenAddress", message: "The service's address is not a URL." });
  if (url.username !== "" || url.password !== "") {
    throw new ServiceError({ kind: "forbiddenAddress", message: "The service's address must not contain a user name or password." });
  }
  if (url.search !== "" || url.hash !== "") {
    throw new ServiceError({ kind: "forbiddenAddress", message: "The service's address must not contain a query or a fragment." });
  }
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) {
    throw new ServiceError({
      kind: "forbiddenAddress",
      message: "The service's address must begin with https://, or with http:// on this machine.",
    });
  }
  return {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ""),
    origin: url.origin,
    host: url.host,
    basePath: url.pathname.replace(/(?<!\/)\/+$/, ""),
    isLoopback,
  };
}

/** The address of a result's link, and whether it has the service's own origin. */
export interface LinkAddress {
  url: URL;
  isOwnOrigin: boolean;
}

/** Throws `forbiddenAddress` unless the link is https and not on this machine, or has the service's own origin. */
export function readLinkAddress(link: string, service: ServiceAddress): LinkAddress {
  const url = readUrl(link);
  const isOwnOrigin = url?.origin === service.origin;
  if (url === undefined || !(isOwnOrigin || (url.protocol === "https:" && leadsElsewhere(url.hostname)))) {
    throw new ServiceError({
      kind: "forbiddenAddress",
      message: "The service sent a link that cannot be followed: it is not https, or leads to this machine.",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new ServiceError({ kind: "forbiddenAddress", message: "The service sent a link that contains a user name or password." });
  }
  return { url, isOwnOrigin };
}

/** A file may be in the network of the service's owner, but not on this machine or at an address that no server can have. */
function leadsElsewhere(hostname: string): boolean {
  const range = rangeOfHost(hostname);
  return range === "public" || range === "private";
}

/** Limit in UTF-16 code units: servers refuse longer addresses. */
const longestId = 1000;

/** Whether an id can be one segment of a path. */
export function isUsableId(id: string): boolean {
  return id !== "" && id !== "." && id !== ".." && id.length <= longestId && id.isWellFormed();
}

/** What follows the address of a poll. */
export function pollQuery({ asksProgress = false }: { asksProgress?: boolean } = {}): string {
  return asksProgress ? `?${progressQuery.name}=${progressQuery.value}` : "";
}

/** Encodes a task's or model's id as one path segment. Throws `invalidRequest` for an id that cannot be one. */
export function pathSegment(id: string): string {
  if (!isUsableId(id)) throw new ServiceError({ kind: "invalidRequest", message: "The id cannot be part of an address." });
  return encodeURIComponent(id);
}
