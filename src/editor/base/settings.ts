/** Reads all settings of this extension, validated and typed. No other module reads the configuration. */
import * as vscode from "vscode";
import { isDrawnByCode } from "../../contract/builtInModels.ts";
import { type InterfaceVersion, interfaceVersions, type Kind, kinds } from "../../contract/kind.ts";
import { readLimit } from "../../contract/readLimit.ts";
import type { FileSigning } from "../../generations/taskEnvironment.ts";
import type { NetworkSettings } from "../../network/networkSettings.ts";
import { type Biller, findBiller } from "./findBiller.ts";

/** The user's options for the service. The service has a default for each option that is not set. */
export interface BuiltInTuning {
  rate?: number;
  balance?: number;
  bonus?: number;
  referral?: number;
  tokensPerSecond?: number;
  delay?: number;
  faults?: boolean;
}

export const settingsSection = "generationStudio";

const insertLinkChoices = ["ask", "always", "never"] as const;
export type InsertLinkChoice = (typeof insertLinkChoices)[number];

const tuningNumbers = ["rate", "balance", "bonus", "referral", "tokensPerSecond", "delay"] as const;

type Scope = vscode.ConfigurationScope | undefined;

function read(name: string, scope?: Scope): unknown {
  return vscode.workspace.getConfiguration(settingsSection, scope).get<unknown>(name);
}

async function write(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration(settingsSection).update(name, value, vscode.ConfigurationTarget.Global);
}

function readText(name: string, scope?: Scope): string {
  const value = read(name, scope);
  return typeof value === "string" ? value.trim() : "";
}

function readNumber(name: string): number | undefined {
  const value = read(name);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A member of an object setting, which may hold any value that the user typed. */
function readMember(name: string, member: string): unknown {
  const value = read(name);
  return typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === member)?.[1] : undefined;
}

function readLimits<const Name extends string>(setting: string, names: readonly Name[]): { [N in Name]?: number } {
  const limits: { [N in Name]?: number } = {};
  for (const name of names) {
    const limit = readLimit(readMember(setting, name));
    if (limit !== undefined) limits[name] = limit;
  }
  return limits;
}

function isOneOf<const Choice extends string>(choices: readonly Choice[], value: unknown): value is Choice {
  return choices.some((choice) => choice === value);
}

export const settings = {
  /** `{base_url}` of the user's service without a trailing slash; empty: the built-in service. */
  baseUrl: (): string => readText("baseUrl").replace(/(?<!\/)\/+$/, ""),
  setBaseUrl: (baseUrl: string) => write("baseUrl", baseUrl),
  /** The providers of the built-in service as the user wrote them, not validated. */
  providers: (): unknown => read("providers") ?? {},
  setProviders: async (providers: object): Promise<void> => {
    const value = Object.keys(providers).length === 0 ? undefined : providers;
    await write("providers", value);
  },
  /** Options of the built-in service; invalid values are left out. */
  builtInService(): BuiltInTuning {
    const tuning: BuiltInTuning = {};
    for (const name of tuningNumbers) {
      const value = readMember("builtInService", name);
      if (typeof value === "number" && Number.isFinite(value) && value >= 0) tuning[name] = value;
    }
    return readMember("builtInService", "faults") === true ? { ...tuning, faults: true } : tuning;
  },
  /** Whether the built-in service's demo has this model and draws by code: the ids of other models begin with the name of their provider. */
  isDemoModel: (model: string): boolean => {
    const [name = "", ...rest] = model.split("/");
    if (!isDrawnByCode(model)) return false;
    if (rest.length === 0) return true;
    const provider = readMember("providers", name);
    return typeof provider === "object" && provider !== null && "type" in provider && provider.type === "demo";
  },
  /** The address of a provider of the built-in service. */
  providerAddress: (name: string): string | undefined => {
    const provider = readMember("providers", name);
    const isConfigured = typeof provider === "object" && provider !== null && "baseURL" in provider;
    return isConfigured && typeof provider.baseURL === "string" ? provider.baseURL : undefined;
  },
  /** Names of the providers of type `demo`. */
  demoProviders: (): string[] => Object.keys(Object(read("providers"))).filter((name) => settings.isDemoModel(`${name}/`)),
  /** The most that agents may spend, in units of the balance; a value that is not a number sets no limit. */
  agentBudget: (): { session?: number; day?: number } => readLimits("agentBudget", ["session", "day"]),
  /** The most that the user wants to spend, in units of the balance; a value that is not a number sets no limit. */
  budget: (): { day?: number; month?: number } => readLimits("budget", ["day", "month"]),
  /** Whether the built-in service has no provider but demos. */
  hasOnlyDemo: (): boolean => findBiller(undefined, { baseUrl: "", providers: settings.providers() }) === "nobody",
  /** Who bills any of the models; `undefined`: of all providers. */
  biller: (models: readonly string[] | undefined): Biller =>
    findBiller(models, { baseUrl: settings.baseUrl(), providers: settings.providers() }),
  /** Only the demo generates. */
  isFree: (): boolean => settings.biller(undefined) === "nobody",
  /** The unit of the service's amounts, such as `$`; empty: it is not known. */
  unit: (): string => readText("unit"),
  /** The page where credits are bought; empty: none is known. */
  accountPage: (): string => readText("accountPage"),
  /** The interface version for a kind of output. */
  interfaceFor: (kind: Kind): InterfaceVersion => {
    const value = readMember("interface", kind);
    return isOneOf(interfaceVersions, value) ? value : "v1";
  },
  /** The user's default model for a kind; empty: none. */
  defaultModel: (kind: Kind): string => {
    const value = readMember("defaultModels", kind);
    return typeof value === "string" ? value.trim() : "";
  },
  setDefaultModel: async (kind: Kind, model: string): Promise<void> => {
    const current = read("defaultModels");
    const next = { ...(typeof current === "object" ? current : {}), [kind]: model };
    await write("defaultModels", next);
  },
  /** Folder for artifacts, relative to the workspace folder. */
  outputFolder: (scope?: Scope): string => readText("output.folder", scope) || "generated",
  /** Whether that folder comes from the user's own settings, which may name any folder. */
  isUsersOutputFolder(scope?: Scope): boolean {
    const named = vscode.workspace.getConfiguration(settingsSection, scope).inspect<string>("output.folder");
    return Boolean(named?.globalValue) && named?.workspaceValue === undefined && named?.workspaceFolderValue === undefined;
  },
  /** Pattern of an artifact's name, without extension. */
  outputFileName: (scope?: Scope): string => readText("output.fileName", scope) || "{date}-{slug}",
  /** Whether the prompt and the request are embedded in generated files. */
  embedPrompt: (scope?: Scope): boolean => read("output.embedPrompt", scope) === true,
  /** With which files results are signed; undefined: they are not. */
  signing(): ReturnType<FileSigning["options"]> {
    const [certificate, key, tool, timestamps] = ["certificate", "key", "tool", "timestamps"].map((member) => {
      const value = readMember("output.signing", member);
      return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
    });
    if (certificate === undefined && key === undefined) return undefined;
    return { certificate: certificate ?? "", key: key ?? "", tool, timestamps };
  },
  /** The folder of the user's own prompt documents, which are available in every workspace; empty: the default folder. */
  promptFolder: (): string => readText("promptFolder"),
  /** Whether the chat attaches the active file or the selection. A workspace can turn it off, but not on again for a user who turned it off. */
  attachesActiveFile(): boolean {
    const set = vscode.workspace.getConfiguration(settingsSection).inspect<boolean>("chat.attachActiveFile");
    return ![set?.globalValue, set?.workspaceValue, set?.workspaceFolderValue].includes(false);
  },
  /** Paths of files of instructions, in the workspace folders or, after `~/`, in the user's home folder. */
  instructionFiles: (): string[] => {
    const value = read("chat.instructionFiles");
    return Array.isArray(value) ? value.filter((name) => typeof name === "string" && name.trim() !== "") : [];
  },
  /** If the scope has a language, the user's choice for that language. */
  insertLink: (scope?: Scope): InsertLinkChoice => {
    const value = read("insertLink", scope);
    return isOneOf(insertLinkChoices, value) ? value : "ask";
  },
  setInsertLink: (choice: InsertLinkChoice) => write("insertLink", choice),
  /** Whether editors show code lenses; a setting of VS Code. */
  showsCodeLenses: (scope: Scope): boolean => vscode.workspace.getConfiguration("editor", scope).get("codeLens") !== false,
  /** A batch of more tasks than this needs confirmation. */
  confirmAbove: (): number => readNumber("confirmAbove") ?? 4,
  /** Kinds that always need confirmation. */
  confirmKinds: (): Kind[] => {
    const value = read("confirmKinds");
    return Array.isArray(value) ? kinds.filter((kind) => value.includes(kind)) : [];
  },
  /** Below this balance, in the service's own unit, the status bar warns; undefined: never. */
  balanceWarning: (): number | undefined => readNumber("balanceWarning"),
  /** Globs of the files that VS Code's settings exclude from the Explorer and from searches. */
  excludedPatterns: (): string[] => {
    const patterns = ["files.exclude", "search.exclude"].flatMap((name) => {
      const value = vscode.workspace.getConfiguration().get<unknown>(name);
      return typeof value === "object" && value !== null ? Object.entries(value) : [];
    });
    return patterns.flatMap(([pattern, isOn]) => (isOn === true ? [pattern] : []));
  },
  /** The same as one glob. */
  excludedFiles: (): string => `{${settings.excludedPatterns().join(",")}}`,
  /** The encoding of new files, which may depend on their language. */
  encoding: (document: vscode.TextDocument): string => vscode.workspace.getConfiguration("files", document).get("encoding", "utf8"),
  /** Whether VS Code saves the document automatically. */
  savesItself: (document: vscode.TextDocument): boolean => vscode.workspace.getConfiguration("files", document).get("autoSave") !== "off",
  /** VS Code's proxy settings, which the client applies itself. */
  network: (): NetworkSettings => {
    const http = vscode.workspace.getConfiguration("http");
    if (http.get("proxySupport") === "off") return { strictTls: http.get("proxyStrictSSL") !== false };
    const proxy = http.get<unknown>("proxy");
    const noProxy = http.get<unknown>("noProxy");
    return {
      strictTls: http.get("proxyStrictSSL") !== false,
      ...(typeof proxy === "string" && proxy !== "" ? { proxy } : {}),
      ...(Array.isArray(noProxy) ? { noProxy: noProxy.filter((host) => typeof host === "string") } : {}),
    };
  },
} as const;
