/** Checks `{base_url}` and links: the client sends to these addresses only. */
import { rangeOfHost } from "../network/addressRanges.ts";
import { isLoopbackHost } from "../network/isLoopbackHost.ts";
import { ServiceError } from "./serviceError.ts";

export interface ServiceAddress {
  /** As given, without a slash at the end. */
  baseUrl: string;
  /** Scheme, host and port: the only place that the key is sent to. */
  origin: string;
  /** Host and port, for a person. */
  host: string;
  /** Path of `{base_url}`, without a slash at the end; "" for none. */
  basePath: string;
  isLoopback: boolean;
}

/** The URL in a text; undefined for what is not one. */
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

/** Where a link of a result leads, and whether it is the service's own place. */
export interface LinkAddress {
  url: URL;
  isOwnOrigin: boolean;
}

/** Throws `forbiddenAddress` unless the link is https and leads away from this machine, or leads to the service's own origin. */
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

/** A file may be in the network of the service's owner, but neither on this machine nor at an address that no server has. */
function leadsElsewhere(hostname: string): boolean {
  const range = rangeOfHost(hostname);
  return range === "public" || range === "private";
}

/** UTF-16 code units: servers refuse longer addresses. */
const longestId = 1000;

/** Whether an id can be one segment of a path. */
export function isUsableId(id: string): boolean {
  return id !== "" && id !== "." && id !== ".." && id.length <= longestId && id.isWellFormed();
}

/** A task's or model's id as one segment of a path. Throws `invalidRequest` for one that would lead elsewhere. */
export function pathSegment(id: string): string {
  if (!isUsableId(id)) throw new ServiceError({ kind: "invalidRequest", message: "The id cannot be part of an address." });
  return encodeURIComponent(id);
}
