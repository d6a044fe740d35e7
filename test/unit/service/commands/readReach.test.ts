/** Which options let other machines reach a service, and which combinations are refused. */
import { expect, test } from "vitest";
import { readAddresses } from "../../../../src/service/commands/readOptions.ts";
import { readReach } from "../../../../src/service/commands/readReach.ts";

const database = "postgres://studio@db.example/studio";

test("without options, only this machine can reach it", () => {
  expect(readReach({})).toEqual({ type: "loopback" });
  expect(readReach({ database, key: ["k"] })).toEqual({ type: "loopback" });
});

test("with a database and TLS, here or at a proxy, other machines can reach it", () => {
  expect(readReach({ database, host: "0.0.0.0", "tls-cert": "cert.pem", "tls-key": "key.pem" })).toMatchObject({
    type: "tls",
    host: "0.0.0.0",
  });
  expect(readReach({ database, host: "0.0.0.0", "behind-proxy": "10.0.0.5" })).toMatchObject({ type: "proxy", host: "0.0.0.0" });
  expect(readReach({ database, "behind-proxy": "127.0.0.1" })).toMatchObject({ type: "proxy", host: "127.0.0.1" });
});

test.each([
  [{ host: "0.0.0.0" }, /needs TLS/],
  [{ host: "0.0.0.0", database }, /needs TLS/],
  [{ host: "::1", database }, /leave --host out/],
  [{ host: "0.0.0.0", "tls-cert": "cert.pem", "tls-key": "key.pem" }, /needs --database/],
  [{ "behind-proxy": "10.0.0.5" }, /needs --database/],
  [{ database, "tls-cert": "cert.pem" }, /used together/],
  [{ database, "tls-key": "key.pem" }, /used together/],
  [{ database, "tls-cert": "cert.pem", "tls-key": "key.pem", "behind-proxy": "10.0.0.5" }, /cannot be used together/],
  [{ database, "behind-proxy": "10.0.0.5", key: ["k"] }, /takes no --key/],
  [{ database, "behind-proxy": "" }, /not “”/],
  [{ database, "behind-proxy": "*" }, /not “\*”/],
])("%j is refused", (values, message) => {
  expect(() => readReach(values)).toThrow(message);
});

test("the error names a certificate that cannot be read", () => {
  const reach = readReach({ database, "tls-cert": "/nowhere/cert.pem", "tls-key": "/nowhere/key.pem" });
  expect(() => reach.type === "tls" && reach.certificate.read()).toThrow("The file /nowhere/cert.pem cannot be read.");
});

test("addresses and networks of both families are accepted", () => {
  const list = readAddresses("behind-proxy", "10.0.0.5, 10.1.0.0/16 ,2001:db8::/32");
  expect(["10.0.0.5", "10.0.0.6", "10.1.9.9", "10.2.0.0"].map((address) => list.check(address, "ipv4"))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(["2001:db8::7", "2001:db9::"].map((address) => list.check(address, "ipv6"))).toEqual([true, false]);
});

test.each(["proxy.example", "10.0.0.5/33", "10.0.0.0/", "10.0.0.0/1/2", "::1/129", "10.0.0.5,", "10.0.0"])("%j is no address", (value) => {
  expect(() => readAddresses("behind-proxy", value)).toThrow(/--behind-proxy takes IP addresses or networks/);
});
