/**
 * Ends connections whose servers send more beside bodies than answers need. undici limits the lines of a head only: informational answers,
 * white space, and sizes and extensions of chunks may go on for ever, and the bytes pile up in memory. Source: RFC 9110, 15.2; RFC 9112, 7.1.
 */
import { Client, Pool } from "undici";

/** Bytes beside a body that any answer may have. */
const allowance = 1024 ** 2;
/** Further bytes for each byte of the body. A chunk of two bytes has five; one that sends each byte as a chunk may do so for a MiB. */
const perByte = 4;

/** A pool for `Agent` and `ProxyAgent`. */
export const limitedPool = (origin: string | URL, options: Pool.Options) => new Pool(origin, { ...options, factory: limitedClient });

/** It has one connection, on which one answer arrives at a time. */
function limitedClient(url: URL, { connect, ...options }: Client.Options): Client {
  if (typeof connect !== "function") throw new TypeError("A pool gives its clients a function that connects.");
  /** Bytes of the answer's body. */
  let body = 0;
  let begin: () => void = () => undefined;
  const client = new Client(url, {
    ...options,
    connect: (target, callback) =>
      connect(target, (...result) => {
        const [, socket] = result;
        let start = 0;
        begin = () => {
          start = socket?.bytesRead ?? 0;
          body = 0;
        };
        socket?.on("readable", () => {
          const others = socket.bytesRead - start - body;
          if (others > allowance + perByte * body) socket.destroy(new Error("An answer has too many bytes beside its body."));
        });
        callback(...result);
      }),
  });
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (request, handler) =>
    dispatch(request, {
      onRequestStart(controller, context) {
        begin();
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...head) => handler.onResponseStart?.(...head),
      onResponseData(controller, chunk) {
        body += chunk.byteLength;
        handler.onResponseData?.(controller, chunk);
      },
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...error) => handler.onResponseError?.(...error),
    });
  return client;
}
