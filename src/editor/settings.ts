/** VS Code's configuration in; every setting of this extension, checked and typed, out: the only place that reads them. */
import * as vscode from "vscode";
import type { NetworkSettings } from "../client/serviceClient.ts";
import { type InterfaceGeneration, interfaceGenerations, type Kind, kinds } from "../contract/kind.ts";

export const settingsSection = "generationStudio";

export const insertLinkChoices = ["ask", "always", "never"] as const;
export type InsertLinkChoice = (typeof insertLinkChoices)[number];

type Scope = vscode.ConfigurationScope | undefined;

function read(name: string, scope?: Scope): unknown {
  return vscode.workspace.getConfiguration(settingsSection, scope).get<unknown>(name);
}

function readText(name: string, scope?: Scope): string {
  const value = read(name, scope);
  return typeof value === "string" ? value.trim() : "";
}

function readNumber(name: string): number | undefined {
  const value = read(name);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A member of an object setting, which may hold anything that a person typed. */
function readMember(name: string, member: string, scope?: Scope): unknown {
  const value = read(name, scope);
  return typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === member)?.[1] : undefined;
}

function isOneOf<const Choice extends string>(choices: readonly Choice[], value: unknown): value is Choice {
  return choices.some((choice) => choice === value);
}

export const settings = {
  /** `{base_url}` of the user's service without a closing slash; empty: the built-in service. */
  baseUrl: (): string => readText("baseUrl").replace(/\/+$/, ""),
  setBaseUrl: async (baseUrl: string): Promise<void> => {
    await vscode.workspace.getConfiguration(settingsSection).update("baseUrl", baseUrl, vscode.ConfigurationTarget.Global);
  },
  /** The page where credits are added; empty: none known. */
  accountPage: (): string => readText("accountPage"),
  /** The interface generation for a kind of output. */
  interfaceFor: (kind: Kind): InterfaceGeneration => {
    const value = readMember("interface", kind);
    return isOneOf(interfaceGenerations, value) ? value : "v1";
  },
  /** The model that the user chose as default for a kind; empty: none. */
  defaultModel: (kind: Kind): string => {
    const value = readMember("defaultModels", kind);
    return typeof value === "string" ? value.trim() : "";
  },
  setDefaultModel: async (kind: Kind, model: string): Promise<void> => {
    const current = read("defaultModels");
    const next = { ...(typeof current === "object" ? current : {}), [kind]: model };
    await vscode.workspace.getConfiguration(settingsSection).update("defaultModels", next, vscode.ConfigurationTarget.Global);
  },
  /** Folder for artifacts, relative to the workspace folder. */
  outputFolder: (scope?: Scope): string => readText("output.folder", scope) || "generated",
  /** Pattern of an artifact's name, without ending. */
  outputFileName: (scope?: Scope): string => readText("output.fileName", scope) || "{date}-{slug}",
  /** With a language in the scope, what the user wants in that language. */
  insertLink: (scope?: Scope): InsertLinkChoice => {
    const value = read("insertLink", scope);
    return isOneOf(insertLinkChoices, value) ? value : "ask";
  },
  setInsertLink: async (choice: InsertLinkChoice): Promise<void> => {
    await vscode.workspace.getConfiguration(settingsSection).update("insertLink", choice, vscode.ConfigurationTarget.Global);
  },
  /** A batch of more tasks than this is confirmed first. */
  confirmAbove: (): number => readNumber("confirmAbove") ?? 4,
  /** Kinds that are confirmed always. */
  confirmKinds: (): Kind[] => {
    const value = read("confirmKinds");
    return Array.isArray(value) ? kinds.filter((kind) => value.includes(kind)) : [];
  },
  /** Below this balance, in the service's own unit, the status bar warns; undefined: never. */
  balanceWarning: (): number | undefined => readNumber("balanceWarning"),
  /** A glob of what VS Code's own settings leave out of the explorer and of searches. */
  excludedFiles: (): string => {
    const patterns = ["files.exclude", "search.exclude"].flatMap((name) => {
      const value = vscode.workspace.getConfiguration().get<unknown>(name);
      return typeof value === "object" && value !== null ? Object.entries(value) : [];
    });
    return `{${patterns.flatMap(([pattern, isOn]) => (isOn === true ? [pattern] : [])).join(",")}}`;
  },
  /** Whether VS Code saves the document by itself. */
  savesItself: (document: vscode.TextDocument): boolean => vscode.workspace.getConfiguration("files", document).get("autoSave") !== "off",
  /** VS Code's own proxy settings, which the client honours by itself. */
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
