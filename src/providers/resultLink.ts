import { isLoopbackHost } from "../network/isLoopbackHost.ts";

/** Resolves a link in a result: engines write relative links, and loopback names other than the one in the base URL. */
export function addressOfLink(link: string, baseURL: string): URL {
  const base = new URL(`${baseURL}/`);
  const url = new URL(link, base);
  const isSameMachine = isLoopbackHost(url.hostname) && isLoopbackHost(base.hostname) && url.port === base.port;
  return isSameMachine ? new URL(`${url.pathname}${url.search}`, base) : url;
}
