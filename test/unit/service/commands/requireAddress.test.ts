/** Which addresses of databases and files are refused, and that a refusal prints nothing of them. */
import pg from "pg";
import { expect, test } from "vitest";
import { requireDatabaseAddress, requireFilesAddress } from "../../../../src/service/commands/requireAddress.ts";

// Source: PostgreSQL 18, "34.1.1.2. Connection URIs".
test.each([
  ["postgres://", {}],
  ["postgresql://localhost", { host: "localhost" }],
  ["POSTGRES://localhost:5433", { host: "localhost", port: 5433 }],
  ["postgresql://localhost/mydb", { host: "localhost", database: "mydb" }],
  ["postgresql://user@localhost", { user: "user", host: "localhost" }],
  ["postgresql://user:secret@localhost", { user: "user", password: "secret", host: "localhost" }],
  ["postgresql://other@localhost/otherdb?connect_timeout=10&sslmode=disable", { user: "other", database: "otherdb" }],
  ["postgresql:///mydb?host=localhost&port=5433", { host: "localhost", port: 5433, database: "mydb" }],
  ["postgresql://%2Fvar%2Flib%2Fpostgresql/dbname", { host: "/var/lib/postgresql", database: "dbname" }],
  ["postgresql://user:secret@/mydb?host=/run/postgresql", { user: "user", host: "/run/postgresql", database: "mydb" }],
  ["postgresql://[2001:db8::1234]/database", { host: "2001:db8::1234", database: "database" }],
  ["postgres://u:p%2F%3F%23%40%2C%3A%25@h/d", { password: "p/?#@,:%", host: "h", database: "d" }],
  ["postgres://u:100%@h/d", { password: "100%", host: "h" }],
  ["postgres://u:p@ss@h/d", { password: "p@ss", host: "h" }],
  ["postgres://ünï:päss@h/d", { user: "ünï", password: "päss" }],
])("%s is the address of a database, which the driver reads", (address, expected) => {
  expect(() => requireDatabaseAddress(address)).not.toThrow();
  const { user, password, host, port, database } = new pg.Client({ connectionString: address });
  expect({ user, password, host, port, database }).toMatchObject(expected);
});

const form = /^--database takes postgres:\/\/USER:PASSWORD@HOST:PORT\/NAME/;

test.each([
  "",
  " ",
  "$(DATABASE)",
  "not a url",
  "s3cret",
  "postgres",
  "postgres:",
  "postgres:/s3cret",
  "postgres:s3cret@h/d",
  " postgres://u:s3cret@h/d",
  "mysql://u:s3cret@h/d",
  "https://u:s3cret@h/d",
  "jdbc:postgresql://h/d?password=s3cret",
  "sqlite://s3cret.db",
  "//u:s3cret@h/d",
  "/var/s3cret studio",
  "host=h password=s3cret",
  "u:s3cret@h/d",
  "postgres://u:s3cret",
  "postgres://h:99999/s3cret",
  "postgres://h:x/s3cret",
  "postgres://h/s3cret?port=x",
  "postgres://a,b/s3cret",
  "postgres://a:1,b:2/s3cret",
  "postgres://h ost/s3cret",
  "postgres://u:s3#cret@h/d",
  "postgres://u:1#s3cret@h/d",
  "postgres://u:12/s3cret@h/d",
  "postgres://u:12?s3cret@h/d",
  "postgres://u:%e9s3cret@h/d",
  "postgres://h/s3cret%00user%00postgres",
])("%j is refused as the address of a database, without a word of it", (address) => {
  expect(() => requireDatabaseAddress(address)).toThrow(form);
  expect(() => requireDatabaseAddress(address)).not.toThrow(/s3|cret/);
});

test.each(["files", "/mnt/files", "./a:b", "C:\\files", "c:/files", "/mnt/s3:/x", "s3://bucket", "s3://bucket/a/b"])(
  "%s is a place for files",
  (address) => {
    expect(() => requireFilesAddress(address)).not.toThrow();
  },
);

test.each(["", " ", "s3:", "s3:/b", "s3://", "s3:///prefix", "S3://b", "gs://b", "file:///mnt", "https://u:s3cret@h/b", "nfs:h:/export"])(
  "%j is refused as a place for files",
  (address) => {
    expect(() => requireFilesAddress(address)).toThrow("--files takes a folder or s3://BUCKET/PREFIX.");
  },
);
