/** Answers that show a part of configuration whose members have names: a table, a section, a stage, a target or a variable. Neighbours stay. */
import { expect, test } from "vitest";
import { mergeBlock } from "../../../../../src/editor/edits/code/mergeBlock.ts";
import { splitLines } from "../../../../../src/editor/edits/hunks.ts";

type Change = readonly [from: string, to: string];

const toml =
  '[package]\nname = "app"\nversion = "0.1.0"\n\n[dependencies]\nserde = "1.0"\ntokio = { version = "1", features = ["full"] }\n\n[profile.release]\nopt-level = 3\nlto = true\n';
const pyproject =
  '[project]\nname = "a"\ndependencies = [\n  "requests",\n  "flask",\n]\n\n[tool.ruff]\nline-length = 88\n\n[[tool.x]]\nname = "one"\n\n[[tool.x]]\nname = "two"\n';
const ini =
  '; main\n[core]\nbare = false\neditor = vim\n\n[remote "origin"]\n\turl = git@a:b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n';
const docker =
  'FROM node:18 AS build\nWORKDIR /app\nCOPY package.json .\nRUN npm ci\nCOPY . .\nRUN npm run build\n\nFROM nginx:alpine\nCOPY --from=build /app/dist /usr/share/nginx/html\nEXPOSE 80\nCMD ["nginx", "-g", "daemon off;"]\n';
const make =
  "CC = gcc\nCFLAGS = -O2\n\n.PHONY: all clean test\n\nall: build\n\nbuild: main.o\n\t$(CC) -o app main.o\n\ntest: build\n\t./run_tests.sh\n\nclean:\n\trm -f *.o app\n";
const env = "NODE_ENV=development\nPORT=3000\nDB_HOST=localhost\nDB_PORT=5432\n\n# mail\nMAIL_HOST=smtp.a\nMAIL_PORT=25\n";
const def =
  "#ifndef A_H\n#define A_H\n\n#define MAX_SIZE 100\n#define MIN_SIZE 10\n#define SQUARE(x) ((x) * (x))\n\n#define SWAP(a, b) do { \\\n  int t = a; \\\n  a = b; \\\n  b = t; \\\n} while (0)\n\nint f(void);\n\n#endif\n";
const nginx = "server {\n  listen 80;\n  location / {\n    root /a;\n  }\n  location /api {\n    proxy_pass http://x;\n  }\n}\n";
const props = "server.port=8080\nserver.host=localhost\nspring.datasource.url=jdbc:a\n# end\nlogging.level.root=INFO\n";
const gitignore = "node_modules/\ndist/\n*.log\n";
const services =
  '# app\ntitle = "x"\nend = 3\n\n# the owner\n[owner]\nname = "a"\nbio = """\n[not a table]\nx = 1\n"""\n\n# data\n[database] # main\nports = [\n  8000,\n  [1, 2]\n]\nenabled = true\n\n  [servers.alpha]\n  ip = "1"\n\n  [servers.beta]\n  ip = "2"\n';
const systemd =
  "[Unit]\nDescription=A\nAfter=network.target\n\n[Service]\nExecStart=/bin/a\nRestart=always\nEnvironment=A=1\nEnvironment=B=2\n\n[Install]\nWantedBy=multi-user.target\n";
const editorconfig = "root = true\n\n[*]\nindent_style = space\n\n[*.md]\ntrim_trailing_whitespace = false\n";
const pip = "flask==1.0\nrequests[security]>=2.0\nnumpy\n# dev\npytest==7\n";
const desktop = "[Desktop Entry]\nName=A\nExec=a %U\nType=Application\n";
const dock2 =
  'ARG V=1\nFROM python:3.11-slim\n\n# deps\nRUN apt-get update \\\n    && apt-get install -y curl \\\n    && rm -rf /var/lib/apt/lists/*\n\nENV A=1\nENV B=2\nWORKDIR /app\nCOPY . .\n\nCMD ["python", "a.py"]\n';
const mk2 =
  'SRC := $(wildcard *.c)\nOBJ = a.o \\\n\tb.o\n\nifeq ($(DEBUG),1)\nCFLAGS += -g\nendif\n\n%.o: %.c\n\t$(CC) -c $<\n\n$(TARGET): $(OBJ)\n\t$(CC) -o $@ $^\n\n# remove\nclean:\n\trm -f *.o\n\nhelp:\n\t@echo "clean: remove"\n\t@echo "all: build"\n';

const cases: [name: string, languageId: string, document: string, code: string, expected: readonly Change[] | "unplaced"][] = [
  [
    "toml table",
    "toml",
    toml,
    '[dependencies]\nserde = "1.0"\ntokio = { version = "1", features = ["full"] }\nanyhow = "1"\n',
    [['["full"] }\n', '["full"] }\nanyhow = "1"\n']],
  ],
  ["toml table only new key", "toml", toml, '[dependencies]\nanyhow = "1"\n', [['["full"] }\n', '["full"] }\nanyhow = "1"\n']]],
  ["toml table changed key only", "toml", toml, '[dependencies]\nserde = "2.0"\n', [['serde = "1.0"', 'serde = "2.0"']]],
  [
    "toml new table + old",
    "toml",
    toml,
    '[package]\nname = "app"\nversion = "0.2.0"\n\n[features]\ndefault = []\n',
    [['0.1.0"\n', '0.2.0"\n\n[features]\ndefault = []\n']],
  ],
  ["toml key", "toml", toml, 'version = "0.2.0"\n', [["0.1.0", "0.2.0"]]],
  [
    "toml array",
    "toml",
    pyproject,
    'dependencies = [\n  "requests",\n  "flask",\n  "rich",\n]\n',
    [['"flask",\n', '"flask",\n  "rich",\n']],
  ],
  ["toml new table only", "toml", pyproject, "[tool.mypy]\nstrict = true\n", "unplaced"],
  ["toml two array tables", "toml", pyproject, '[[tool.x]]\nname = "three"\n', "unplaced"],
  [
    "toml elision",
    "toml",
    toml,
    "# ... existing tables ...\n\n[profile.release]\nopt-level = 2\nlto = true\n",
    [["opt-level = 3", "opt-level = 2"]],
  ],
  ["ini section", "ini", ini, "[core]\nbare = false\neditor = nano\n", [["vim", "nano"]]],
  [
    "ini quoted section",
    "ini",
    ini,
    '[remote "origin"]\n\turl = git@c:d.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
    [["git@a:b", "git@c:d"]],
  ],
  ["ini section partial", "ini", ini, '[remote "origin"]\n    url = git@c:d.git\n', [["git@a:b", "git@c:d"]]],
  [
    "docker stage",
    "dockerfile",
    docker,
    'FROM nginx:alpine\nCOPY --from=build /app/dist /usr/share/nginx/html\nEXPOSE 8080\nCMD ["nginx", "-g", "daemon off;"]\n',
    [["EXPOSE 80", "EXPOSE 8080"]],
  ],
  [
    "docker first stage other image",
    "dockerfile",
    docker,
    "FROM node:20 AS build\nWORKDIR /app\nCOPY package.json .\nRUN npm ci\nCOPY . .\nRUN npm run build\n",
    [["node:18", "node:20"]],
  ],
  ["docker one line", "dockerfile", docker, "EXPOSE 8080\n", [["EXPOSE 80", "EXPOSE 8080"]]],
  ["docker passage", "dockerfile", docker, "COPY package.json .\nRUN npm ci --omit=dev\nCOPY . .\n", [["npm ci", "npm ci --omit=dev"]]],
  ["docker from line only", "dockerfile", docker, "FROM node:20 AS build\n", [["node:18", "node:20"]]],
  [
    "make target",
    "makefile",
    make,
    "build: main.o util.o\n\t$(CC) -o app main.o util.o\n",
    [["build: main.o\n\t$(CC) -o app main.o\n", "build: main.o util.o\n\t$(CC) -o app main.o util.o\n"]],
  ],
  ["make var", "makefile", make, "CFLAGS = -O3 -g\n", [["-O2", "-O3 -g"]]],
  ["make new target", "makefile", make, "install: build\n\tcp app /usr/bin\n", "unplaced"],
  [
    "make phony + new",
    "makefile",
    make,
    ".PHONY: all clean test install\n\ninstall: build\n\tcp app /usr/bin\n",
    [["clean test\n", "clean test install\n\ninstall: build\n\tcp app /usr/bin\n"]],
  ],
  ["make spaces", "makefile", make, "test: build\n    ./run_tests.sh --all\n", [["tests.sh", "tests.sh --all"]]],
  ["env one", "dotenv", env, "PORT=8080\n", [["PORT=3000", "PORT=8080"]]],
  [
    "env two",
    "dotenv",
    env,
    "DB_HOST=db\nMAIL_PORT=587\n",
    [
      ["DB_HOST=localhost", "DB_HOST=db"],
      ["MAIL_PORT=25", "MAIL_PORT=587"],
    ],
  ],
  ["env new between", "properties", env, "DB_HOST=localhost\nDB_NAME=app\nDB_PORT=5432\n", [["localhost\n", "localhost\nDB_NAME=app\n"]]],
  ["env only new", "dotenv", env, "REDIS_URL=a\n", "unplaced"],
  ["env export", "shellscript", "export A=1\nexport B=2\n", "export B=3\n", [["B=2", "B=3"]]],
  ["define one", "c", def, "#define MAX_SIZE 200\n", [["MAX_SIZE 100", "MAX_SIZE 200"]]],
  [
    "define two",
    "c",
    def,
    "#define MAX_SIZE 200\n#define MIN_SIZE 20\n",
    [
      ["MAX_SIZE 100", "MAX_SIZE 200"],
      ["MIN_SIZE 10", "MIN_SIZE 20"],
    ],
  ],
  ["define macro", "c", def, "#define SQUARE(x) ((x)*(x))\n", [["((x) * (x))", "((x)*(x))"]]],
  [
    "define long macro",
    "c",
    def,
    "#define SWAP(a, b) do { \\\n  typeof(a) t = a; \\\n  a = b; \\\n  b = t; \\\n} while (0)\n",
    [["int t", "typeof(a) t"]],
  ],
  ["define new", "c", def, "#define OTHER 1\n", "unplaced"],
  ["nginx location", "nginx", nginx, "location /api {\n  proxy_pass http://y;\n}\n", [["http://x", "http://y"]]],
  ["properties", "properties", props, "server.port=9090\n", [["8080", "9090"]]],
  ["gitignore", "ignore", gitignore, "node_modules/\ndist/\n*.log\n.env\n", [["*.log\n", "*.log\n.env\n"]]],
  ["toml plaintext table", "plaintext", services, '[owner]\nname = "b"\n', [['name = "a"', 'name = "b"']]],
  [
    "toml plaintext ports",
    "plaintext",
    services,
    "[database]\nports = [\n  8001,\n]\nenabled = true\n",
    [
      ["[database] # main", "[database]"],
      ["  8000,\n  [1, 2]\n]", "  8001,\n]"],
    ],
  ],
  ["toml top key", "toml", services, 'title = "y"\n', [['"x"', '"y"']]],
  ["toml sub", "toml", services, '[servers.beta]\nip = "3"\n', [['ip = "2"', 'ip = "3"']]],
  ["toml ambiguous ip", "toml", services, 'ip = "3"\n', "unplaced"],
  ["toml end key", "toml", services, "end = 4\n", [["end = 3", "end = 4"]]],
  ["toml with comment", "toml", services, "# data\n[database] # main\nenabled = false\n", [["enabled = true", "enabled = false"]]],
  [
    "systemd",
    "plaintext",
    systemd,
    "[Service]\nExecStart=/bin/b\nRestart=always\nUser=x\n",
    [
      ["/bin/a", "/bin/b"],
      ["Restart=always\n", "Restart=always\nUser=x\n"],
    ],
  ],
  ["systemd env twice", "ini", systemd, "[Service]\nEnvironment=C=3\n", [["Environment=B=2\n", "Environment=B=2\nEnvironment=C=3\n"]]],
  ["editorconfig", "editorconfig", editorconfig, "[*]\nindent_style = tab\n", [["space", "tab"]]],
  ["pip extras", "pip-requirements", pip, "requests[security]>=2.31\n", [[">=2.0", ">=2.31"]]],
  ["pip several + new", "pip-requirements", pip, "flask==3.0\nrich==13\n", [["flask==1.0\n", "flask==3.0\nrich==13\n"]]],
  ["desktop", "plaintext", desktop, "[Desktop Entry]\nName=B\n", [["Name=A", "Name=B"]]],
  [
    "dock2 run",
    "dockerfile",
    dock2,
    "# deps\nRUN apt-get update \\\n    && apt-get install -y curl git \\\n    && rm -rf /var/lib/apt/lists/*\n",
    [["curl", "curl git"]],
  ],
  ["dock2 env", "dockerfile", dock2, "ENV B=3\n", [["B=2", "B=3"]]],
  ["dock2 arg", "dockerfile", dock2, "ARG V=2\n", [["V=1", "V=2"]]],
  [
    "dock2 cmd+new",
    "dockerfile",
    dock2,
    'EXPOSE 80\nCMD ["python", "b.py"]\n',
    [['CMD ["python", "a.py"]', 'EXPOSE 80\nCMD ["python", "b.py"]']],
  ],
  [
    "dock2 elision",
    "dockerfile",
    dock2,
    'FROM python:3.11-slim\n\n# ... existing code ...\n\nCMD ["python", "b.py"]\n',
    [["a.py", "b.py"]],
  ],
  ["dock2 healthcheck new", "dockerfile", dock2, "HEALTHCHECK CMD curl x\n", "unplaced"],
  ["mk pattern", "makefile", mk2, "%.o: %.c\n\t$(CC) $(CFLAGS) -c $<\n", [["$(CC) -c", "$(CC) $(CFLAGS) -c"]]],
  ["mk variable target", "makefile", mk2, "$(TARGET): $(OBJ)\n\t$(CC) -g -o $@ $^\n", [["$(CC) -o", "$(CC) -g -o"]]],
  ["mk obj", "makefile", mk2, "OBJ = a.o \\\n\tb.o \\\n\tc.o\n", [["\tb.o\n", "\tb.o \\\n\tc.o\n"]]],
  [
    "mk comment clean",
    "makefile",
    mk2,
    "# remove all\nclean:\n\trm -rf *.o\n",
    [
      ["# remove\n", "# remove all\n"],
      ["-f *", "-rf *"],
    ],
  ],
  [
    "mk help",
    "makefile",
    mk2,
    'help:\n\t@echo "clean: remove all"\n',
    [['\t@echo "clean: remove"\n\t@echo "all: build"\n', '\t@echo "clean: remove all"\n']],
  ],
  ["env comment", "dotenv", "A=1\n# secret\nB=2\nC=3\n", "# secret\nB=5\n", [["B=2", "B=5"]]],
  ["env missing middle", "dotenv", "A=1\nB=2\nC=3\nD=4\n", "A=1\nD=5\n", [["D=4", "D=5"]]],
  ["env dup commented", "dotenv", "A=1\n# B=2\nC=3\n", "B=5\n", "unplaced"],
  ["ini no equals", "ini", "[mysqld]\nskip-networking\nport=1\n\n[client]\nport=2\n", "[mysqld]\nport=3\n", [["port=1", "port=3"]]],
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

test("long lines are read in linear time", () => {
  const spaces = " ".repeat(40_000);
  for (const languageId of [
    "toml",
    "dockerfile",
    "sql",
    "makefile",
    "proto3",
    "graphql",
    "terraform",
    "css",
    "shellscript",
    "ignore",
    "xml",
    "html",
  ])
    for (const line of [`a${spaces}b`, `[a${spaces}b`, `<a${spaces}b`, `FROM a${spaces}b`, `;${spaces}b`, `a${spaces}{b`, `("${spaces}b`]) {
      // CPU time, which other processes do not affect.
      const began = process.cpuUsage();
      mergeBlock([line, "x = 1", ""], `${line}\nx = 2\n`, languageId);
      expect(process.cpuUsage(began).user / 1000, `${languageId}: ${line.slice(0, 9)}`).toBeLessThan(1000);
    }
});
