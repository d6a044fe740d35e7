/** Answers that show a part of declarations: types, messages, resources, rules, tables and views, and their members. Neighbours stay. */
import { expect, test } from "vitest";
import { mergeBlock } from "../../../../../src/editor/edits/code/mergeBlock.ts";
import { splitLines } from "../../../../../src/editor/edits/hunks.ts";

type Change = readonly [from: string, to: string];

const css =
  ":root {\n  --a: 1px;\n}\n\nbody {\n  margin: 0;\n  color: red;\n}\n\n.card {\n  padding: 1px;\n}\n\n@media (max-width: 600px) {\n  .card {\n    padding: 0;\n  }\n  .nav {\n    display: none;\n  }\n}\n\n@keyframes spin {\n  from { transform: rotate(0); }\n  to { transform: rotate(360deg); }\n}\n";
const sql =
  "CREATE TABLE users (\n  id INT PRIMARY KEY,\n  name TEXT\n);\n\nCREATE INDEX idx_users_name ON users (name);\n\nCREATE VIEW active AS\nSELECT *\nFROM users\nWHERE active = 1;\n\nINSERT INTO users (id, name) VALUES (1, 'a');\nINSERT INTO users (id, name) VALUES (2, 'b');\n\nCREATE OR REPLACE FUNCTION f() RETURNS int AS $$\nBEGIN\n  RETURN 1;\nEND;\n$$ LANGUAGE plpgsql;\n";
const gql =
  "type Query {\n  user(id: ID!): User\n  users: [User!]!\n}\n\ntype User {\n  id: ID!\n  name: String\n}\n\nenum Role {\n  ADMIN\n  USER\n}\n\ninput NewUser {\n  name: String!\n}\n\nunion R = A | B\n\nscalar Date\n";
const proto =
  'syntax = "proto3";\n\npackage a.b;\n\nmessage User {\n  string name = 1;\n  int32 age = 2;\n}\n\nmessage Item {\n  string id = 1;\n}\n\nservice Users {\n  rpc Get (GetRequest) returns (User);\n  rpc List (ListRequest) returns (stream User) {}\n}\n\nenum Kind {\n  NONE = 0;\n  ONE = 1;\n}\n';
const tf =
  'terraform {\n  required_version = ">= 1.0"\n}\n\nprovider "aws" {\n  region = "us-east-1"\n}\n\nvariable "name" {\n  type = string\n}\n\nresource "aws_instance" "web" {\n  ami           = "ami-1"\n  instance_type = "t2.micro"\n\n  tags = {\n    Name = "web"\n  }\n}\n\nresource "aws_instance" "db" {\n  ami           = "ami-2"\n  instance_type = "t2.micro"\n}\n\noutput "ip" {\n  value = aws_instance.web.public_ip\n}\n\nlocals {\n  a = 1\n}\n';
const less =
  "@color: red;\n$w: 1px;\n\n.a {\n  color: @color;\n  &:hover { color: blue; }\n}\n\n@mixin m($x) {\n  width: $x;\n}\n\n@font-face {\n  font-family: A;\n}\n@font-face {\n  font-family: B;\n}\n";
const mysql =
  "DELIMITER //\nCREATE PROCEDURE a()\nBEGIN\n  SELECT 1;\nEND //\nCREATE PROCEDURE b()\nBEGIN\n  SELECT 2;\nEND //\nDELIMITER ;\n";
const tsql = "CREATE PROCEDURE dbo.a\nAS\nBEGIN\n    SELECT 1\nEND\nGO\n\nCREATE PROCEDURE dbo.b\nAS\nBEGIN\n    SELECT 2\nEND\nGO\n";
const pg =
  "CREATE FUNCTION a() RETURNS int AS $$\nDECLARE x int;\nBEGIN\n  x := 1;\n\n  RETURN x;\nEND;\n$$ LANGUAGE plpgsql;\n\nCREATE FUNCTION b() RETURNS int AS $body$\nBEGIN\n  RETURN 2;\nEND;\n$body$ LANGUAGE plpgsql;\n\nCREATE TRIGGER t BEFORE INSERT ON u\nFOR EACH ROW\nEXECUTE FUNCTION a();\n";
const nested =
  'syntax = "proto3";\n\nmessage A {\n  message B {\n    string id = 1;\n  }\n  oneof x {\n    string a = 2;\n    int32 b = 3;\n  }\n}\n\n// Users.\nservice S {\n  rpc Get(A) returns (A) {\n    option (google.api.http) = {\n      get: "/a"\n    };\n  }\n}\n';
const prisma =
  "model User {\n  id Int @id\n  name String\n}\n\nmodel Post {\n  id Int @id\n  title String\n}\n\nenum Role {\n  A\n  B\n}\n";
const bib = "@article{a,\n  title = {A},\n  year = {2000}\n}\n\n@book{b,\n  title = {B}\n}\n";

const cases: [name: string, languageId: string, document: string, code: string, expected: readonly Change[] | "unplaced"][] = [
  ["css rule", "css", css, "body {\n  margin: 0;\n  color: blue;\n}\n", [["color: red", "color: blue"]]],
  ["css ambiguous rule", "css", css, ".card {\n  padding: 2px;\n}\n", [["padding: 1px", "padding: 2px"]]],
  ["css media", "css", css, "@media (max-width: 600px) {\n  .card {\n    padding: 2px;\n  }\n}\n", [["padding: 0", "padding: 2px"]]],
  ["css in media", "css", css, ".nav {\n  display: block;\n}\n", [["display: none", "display: block"]]],
  [
    "css keyframes",
    "css",
    css,
    "@keyframes spin {\n  from { transform: rotate(0); }\n  to { transform: rotate(180deg); }\n}\n",
    [["360deg", "180deg"]],
  ],
  ["css variable", "css", css, "--a: 2px;\n", [["--a: 1px", "--a: 2px"]]],
  ["css one line rules", "css", ".a { color: red; }\n.b { color: blue; }\n", ".b { color: green; }\n", [["blue", "green"]]],
  [
    "sql table",
    "sql",
    sql,
    "CREATE TABLE users (\n  id INT PRIMARY KEY,\n  name TEXT NOT NULL\n);\n",
    [["name TEXT", "name TEXT NOT NULL"]],
  ],
  [
    "sql table if not exists",
    "sql",
    sql,
    "CREATE TABLE IF NOT EXISTS users (\n  id INT PRIMARY KEY,\n  name TEXT\n);\n",
    [["CREATE TABLE users", "CREATE TABLE IF NOT EXISTS users"]],
  ],
  ["sql view", "sql", sql, "CREATE VIEW active AS\nSELECT id\nFROM users\nWHERE active = 1;\n", [["SELECT *", "SELECT id"]]],
  [
    "sql view replace",
    "sql",
    sql,
    "CREATE OR REPLACE VIEW active AS\nSELECT id\nFROM users\nWHERE active = 1;\n",
    [["CREATE VIEW active AS\nSELECT *", "CREATE OR REPLACE VIEW active AS\nSELECT id"]],
  ],
  ["sql index", "sql", sql, "CREATE INDEX idx_users_name ON users (name, id);\n", [["users (name);", "users (name, id);"]]],
  [
    "sql function",
    "sql",
    sql,
    "CREATE OR REPLACE FUNCTION f() RETURNS int AS $$\nBEGIN\n  RETURN 2;\nEND;\n$$ LANGUAGE plpgsql;\n",
    [["RETURN 1", "RETURN 2"]],
  ],
  ["sql insert", "sql", sql, "INSERT INTO users (id, name) VALUES (2, 'c');\n", "unplaced"],
  [
    "sql select",
    "sql",
    "SELECT a\nFROM t\nWHERE b = 1\nORDER BY a;\n",
    "SELECT a\nFROM t\nWHERE b = 2\nORDER BY a;\n",
    [["b = 1", "b = 2"]],
  ],
  ["gql type", "graphql", gql, "type User {\n  id: ID!\n  name: String!\n}\n", [["name: String\n", "name: String!\n"]]],
  ["gql enum", "graphql", gql, "enum Role {\n  ADMIN\n  USER\n  GUEST\n}\n", [["  USER\n", "  USER\n  GUEST\n"]]],
  ["gql union", "graphql", gql, "union R = A | B | C\n", [["A | B", "A | B | C"]]],
  ["gql field", "graphql", gql, "users(first: Int): [User!]!\n", [["users:", "users(first: Int):"]]],
  [
    "gql implements",
    "graphql",
    gql,
    "type User implements Node {\n  id: ID!\n  name: String\n}\n",
    [["type User {", "type User implements Node {"]],
  ],
  [
    "proto message",
    "proto3",
    proto,
    "message User {\n  string name = 1;\n  int32 age = 2;\n  string mail = 3;\n}\n",
    [["age = 2;\n", "age = 2;\n  string mail = 3;\n"]],
  ],
  [
    "proto service",
    "proto3",
    proto,
    "service Users {\n  rpc Get (GetRequest) returns (User);\n  rpc List (ListRequest) returns (stream User) {}\n  rpc Del (D) returns (E);\n}\n",
    [["(stream User) {}\n", "(stream User) {}\n  rpc Del (D) returns (E);\n"]],
  ],
  ["proto rpc", "proto3", proto, "rpc Get (GetUserRequest) returns (User);\n", [["(GetRequest)", "(GetUserRequest)"]]],
  ["proto field", "proto3", proto, "int64 age = 2;\n", [["int32 age", "int64 age"]]],
  [
    "tf resource",
    "terraform",
    tf,
    'resource "aws_instance" "db" {\n  ami           = "ami-2"\n  instance_type = "t3.large"\n}\n',
    [['"ami-2"\n  instance_type = "t2.micro"', '"ami-2"\n  instance_type = "t3.large"']],
  ],
  [
    "tf variable",
    "terraform",
    tf,
    'variable "name" {\n  type    = string\n  default = "a"\n}\n',
    [["  type = string\n", '  type    = string\n  default = "a"\n']],
  ],
  ["tf new resource", "terraform", tf, 'resource "aws_s3_bucket" "b" {\n  bucket = "b"\n}\n', "unplaced"],
  ["tf attribute", "terraform", tf, 'region = "eu-west-1"\n', [["us-east-1", "eu-west-1"]]],
  ["less var", "less", less, "@color: green;\n", [["@color: red", "@color: green"]]],
  ["scss var", "scss", less, "$w: 2px;\n", [["$w: 1px", "$w: 2px"]]],
  ["scss hover", "scss", less, "&:hover { color: black; }\n", [["blue", "black"]]],
  ["font face property ambiguous", "css", less, "font-family: C;\n", "unplaced"],
  ["font face ambiguous", "css", less, "@font-face {\n  font-family: C;\n}\n", "unplaced"],
  ["mysql proc", "sql", mysql, "CREATE PROCEDURE b()\nBEGIN\n  SELECT 3;\nEND //\n", [["SELECT 2", "SELECT 3"]]],
  [
    "mysql with delimiters",
    "sql",
    mysql,
    "DELIMITER //\nCREATE PROCEDURE b()\nBEGIN\n  SELECT 3;\nEND //\nDELIMITER ;\n",
    [["SELECT 2", "SELECT 3"]],
  ],
  [
    "tsql proc",
    "sql",
    tsql,
    "CREATE OR ALTER PROCEDURE dbo.b\nAS\nBEGIN\n    SELECT 3\nEND\nGO\n",
    [
      ["CREATE PROCEDURE dbo.b", "CREATE OR ALTER PROCEDURE dbo.b"],
      ["SELECT 2", "SELECT 3"],
    ],
  ],
  ["tsql without go", "sql", tsql, "ALTER PROCEDURE dbo.a\nAS\nBEGIN\n    SELECT 3\nEND\n", "unplaced"],
  [
    "pg function",
    "sql",
    pg,
    "CREATE OR REPLACE FUNCTION a() RETURNS int AS $$\nBEGIN\n  RETURN 5;\nEND;\n$$ LANGUAGE plpgsql;\n",
    [
      [
        "CREATE FUNCTION a() RETURNS int AS $$\nDECLARE x int;\nBEGIN\n  x := 1;\n\n  RETURN x;",
        "CREATE OR REPLACE FUNCTION a() RETURNS int AS $$\nBEGIN\n  RETURN 5;",
      ],
    ],
  ],
  [
    "pg b",
    "sql",
    pg,
    "CREATE OR REPLACE FUNCTION b() RETURNS int AS $body$\nBEGIN\n  RETURN 3;\nEND;\n$body$ LANGUAGE plpgsql;\n",
    [
      ["CREATE FUNCTION b", "CREATE OR REPLACE FUNCTION b"],
      ["RETURN 2", "RETURN 3"],
    ],
  ],
  ["pg trigger", "sql", pg, "CREATE TRIGGER t AFTER INSERT ON u\nFOR EACH ROW\nEXECUTE FUNCTION a();\n", [["BEFORE", "AFTER"]]],
  [
    "proto nested",
    "proto3",
    nested,
    "message B {\n  string id = 1;\n  string x = 2;\n}\n",
    [["id = 1;\n", "id = 1;\n    string x = 2;\n"]],
  ],
  [
    "proto rpc body",
    "proto3",
    nested,
    'rpc Get(A) returns (B) {\n  option (google.api.http) = {\n    get: "/b"\n  };\n}\n',
    [
      ["returns (A)", "returns (B)"],
      ['"/a"', '"/b"'],
    ],
  ],
  [
    "gql ext",
    "graphql",
    "extend type Query {\n  a: Int\n}\n\ntype Query {\n  b: Int\n}\n",
    "extend type Query {\n  a: Int!\n}\n",
    [["a: Int", "a: Int!"]],
  ],
  [
    "prisma",
    "prisma",
    prisma,
    "model Post {\n  id Int @id\n  title String\n  body String\n}\n",
    [["title String\n", "title String\n  body String\n"]],
  ],
  [
    "bib",
    "bibtex",
    bib,
    "@article{a,\n  title = {AA},\n  year = {2001}\n}\n",
    [
      ["{A}", "{AA}"],
      ["2000", "2001"],
    ],
  ],
  [
    "go const block",
    "go",
    "package a\n\nconst (\n\tA = 1\n\tB = 2\n)\n\nvar x = 1\n",
    "const (\n\tA = 1\n\tB = 3\n)\n",
    [["B = 2", "B = 3"]],
  ],
  ["py dict entry", "python", 'C = {\n    "a": 1,\n    "b": 2,\n}\n', '"b": 3,\n', [['"b": 2', '"b": 3']]],
  ["ts object member no comma", "typescript", 'export const c = {\n  port: 80,\n  host: "a",\n};\n', "port: 8080\n", [["80,", "8080,"]]],
  [
    "ts options nested",
    "typescript",
    'export default defineConfig({\n  server: {\n    port: 1,\n  },\n  build: {\n    outDir: "a",\n  },\n});\n',
    "server: {\n  port: 2,\n  host: true,\n},\n",
    [["port: 1,\n", "port: 2,\n    host: true,\n"]],
  ],
];

test.each(cases)("%s (%s)", (_, languageId, document, code, expected) => {
  const merged = mergeBlock(splitLines(document), code, languageId);
  if (expected === "unplaced") {
    expect(merged.type).toBe(expected);
    return;
  }
  const wanted = expected.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  }, document);
  expect(merged.type === "merged" ? merged.lines.join("\n") : merged).toEqual(wanted);
});
