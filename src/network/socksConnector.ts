/** Connects through a SOCKS proxy. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { SocksClient } from "socks";
import { buildConnector } from "undici";
import { type ChosenProxy, unreachableProxy } from "./proxies.ts";

/** `socks4` and `socks5` look names up on this machine; for `socks4a` and `socks5h` the proxy does. `timeout`: milliseconds. */
export function createSocksConnector(
  proxy: ChosenProxy,
  options: buildConnector.BuildOptions & { timeout: number },
): buildConnector.connector {
  const secure = buildConnector(options);
  const isVersion4 = proxy.scheme === "socks4" || proxy.scheme === "socks4a";
  const isRemote = proxy.scheme === "socks4a" || proxy.scheme === "socks5h";

  async function open({ hostname, port, protocol }: buildConnector.Options) {
    const bare = hostname.replace(/^\[|\]$/g, "");
    const host = isRemote || isIP(bare) > 0 ? bare : (await lookup(bare, isVersion4 ? { family: 4 } : {})).address;
    const connecting = SocksClient.createConnection({
      command: "connect",
      timeout: options.timeout,
      proxy: {
        host: proxy.host,
        port: proxy.port,
        type: isVersion4 ? 4 : 5,
        ...(proxy.user === undefined ? {} : { userId: proxy.user, password: proxy.password ?? "" }),
      },
      destination: {
        host,
        port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
      },
    });
    const { socket } = await connecting.catch((thrown: unknown) => {
      throw unreachableProxy(proxy, thrown instanceof Error ? thrown.message : "");
    });
    return socket;
  }

  return (target, callback) => {
    open(target).then(
      (socket) => {
        socket.setNoDelay(true).setKeepAlive(true, 60_000);
        if (target.protocol === "https:") secure({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}
