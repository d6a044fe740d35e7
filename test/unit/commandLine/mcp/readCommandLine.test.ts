/** The options of `generation-studio mcp --http`. */
import { expect, test } from "vitest";
import { readHttpReach, readMcpCommandLine } from "../../../../src/commandLine/mcp/readCommandLine.ts";

const key = "a-key-of-enough-characters";
const read = (options: Parameters<typeof readHttpReach>[0], variable?: string) =>
  readHttpReach(options, variable === undefined ? {} : { GENERATION_STUDIO_MCP_KEY: variable });

test("without options, only this machine is answered, without a key", () => {
  expect(read({})).toEqual({ host: "127.0.0.1", port: 8788, key: undefined });
});

test("other machines are answered with a key", () => {
  expect(read({ host: "0.0.0.0", port: "9000" }, key)).toEqual({ host: "0.0.0.0", port: 9000, key });
});

test.each([
  [{ host: "0.0.0.0" }, undefined, "--host 0.0.0.0 needs a key"],
  [{ host: "192.168.0.2" }, "", "--host 192.168.0.2 needs a key"],
  [{ host: "::" }, undefined, "--host :: needs a key"],
  [{}, "short", "needs at least 20 characters"],
  [{ port: "65536" }, undefined, "--port takes a number"],
  [{ port: "http" }, undefined, "--port takes a number"],
  [{ oauthIssuer: "http://login.example" }, undefined, "--oauth-issuer takes an https address"],
  [{ oauthIssuer: "https://login.example" }, undefined, "needs --public-url"],
  [{ publicUrl: "https://studio.example/mcp" }, undefined, "need --oauth-issuer"],
  [{ oauthIssuer: "https://login.example", publicUrl: "https://studio.example/mcp" }, "a-key-of-enough-characters", "set one of them"],
])("%j with the key %j is refused", (options, variable, message) => {
  expect(() => read(options, variable)).toThrow(message);
});

test.each([
  [["--http"], "--http needs --output DIR"],
  [["--port", "1"], "need --http"],
  [["--host", "::1"], "need --http"],
])("%j is refused", (args, message) => {
  expect(() => readMcpCommandLine(args)).toThrow(message);
});
