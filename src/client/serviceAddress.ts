/** `{base_url}` or a link as text in; an address that the client may send to, or a ServiceError, out. */
import { ServiceError } from "./serviceError.ts";

export interface ServiceAddress {
  /** As given, without a slash at the end. */
  baseUrl: string;
  /** Scheme, host and port: the only place that the key is sent to. */
  origin: string;
  /** Path of `{base_url}`, without a slash at the end; "" for none. */
  basePath: string;
  isLoopback: boolean;
}

/** Whether a URL's host is this machine's own: `localhost`, names below it, 127.0.0.0/8 and ::1 (RFC 6761, RFC 1122, RFC 4291). */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
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
    throw new ServiceError({ kind: "forbiddenAddress", message: "The service's address must not hold a user name or password." });
  }
  if (url.search !== "" || url.hash !== "") {
    throw new ServiceError({ kind: "forbiddenAddress", message: "The service's address must end with its path." });
  }
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) {
    throw new ServiceError({
      kind: "forbiddenAddress",
      message: "The service's address must begin with https://, or with http:// on this machine.",
    });
  }
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ""),
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
  if (url === undefined || !(isOwnOrigin || (url.protocol === "https:" && !isLoopbackHost(url.hostname)))) {
    throw new ServiceError({
      kind: "forbiddenAddress",
      message: "The service sent a link that may not be followed: it is not https, or leads into this machine.",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new ServiceError({ kind: "forbiddenAddress", message: "The service sent a link that holds a user name or password." });
  }
  return { url, isOwnOrigin };
}

/** A task's or model's id as one segment of a path. Throws `invalidRequest` for one that would lead elsewhere. */
export function pathSegment(id: string): string {
  if (id === "" || id === "." || id === "..")
    throw new ServiceError({ kind: "invalidRequest", message: "The id cannot be part of an address." });
  return encodeURIComponent(id.toWellFormed());
}
