import { isLoopbackHost } from "../network/isLoopbackHost.ts";

/** Engines that listen on every address write it into their links. */
const everyAddress = new Set(["0.0.0.0", "[::]"]);

/**
 * Resolves a link in a result: engines write relative links, and names of their own machine other than the one in the base URL, which for
 * an engine on another machine would be this machine.
 */
export function addressOfLink(link: string, baseURL: string): URL {
  const base = new URL(`${baseURL}/`);
  const url = new URL(link, base);
  const isItsMachine = isLoopbackHost(url.hostname) || everyAddress.has(url.hostname);
  return isItsMachine && url.port === base.port ? new URL(`${url.pathname}${url.search}`, base) : url;
}
