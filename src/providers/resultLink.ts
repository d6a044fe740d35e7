import { isLoopbackHost } from "../network/isLoopbackHost.ts";

/** The address of a link in a result: engines write relative ones, and other names of this machine than the one that they were called by. */
export function addressOfLink(link: string, baseURL: string): URL {
  const base = new URL(`${baseURL}/`);
  const url = new URL(link, base);
  const isSameMachine = isLoopbackHost(url.hostname) && isLoopbackHost(base.hostname) && url.port === base.port;
  return isSameMachine ? new URL(`${url.pathname}${url.search}`, base) : url;
}
