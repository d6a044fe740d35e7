/** The providers that *Add Provider…* offers. */
import type { SettingProvider } from "../../contract/configuration.ts";
import { type Kind, kinds } from "../../contract/kind.ts";
import { usualEngines } from "../service/usualEngines.ts";

export interface ProviderPreset {
  /** The provider's name in the setting, and the prefix of its models. */
  name: string;
  label: string;
  /** Name of a codicon. */
  icon: "cloud" | "device-desktop" | "globe";
  type: Extract<SettingProvider["type"], "openai" | "openai-compatible" | "anthropic" | "google">;
  /** undefined: the user is asked for it, or the setting does not need it, because the type has a default. */
  baseURL: string | undefined;
  /** Only if its interface is not OpenAI's. */
  engine?: Extract<SettingProvider, { type: "openai-compatible" }>["engine"];
  /** What an engine on this machine makes. */
  makes?: Kind;
  /** Whether the user may change the address. */
  asksAddress: boolean;
  key: "required" | "optional" | "none";
}

const company = { icon: "cloud", baseURL: undefined, asksAddress: false, key: "required" } as const;
const local = { icon: "device-desktop", type: "openai-compatible", asksAddress: true, key: "none" } as const;

const engines = kinds.flatMap((kind) => usualEngines.filter(({ makes }) => makes === kind));

export const presets: readonly ProviderPreset[] = [
  { ...company, name: "openai", label: "OpenAI", type: "openai" },
  { ...company, name: "anthropic", label: "Anthropic", type: "anthropic" },
  { ...company, name: "google", label: "Google", type: "google" },
  { ...company, name: "openrouter", label: "OpenRouter", type: "openai-compatible", baseURL: "https://openrouter.ai/api/v1" },
  ...engines.map(({ name, label, makes, provider: { baseURL, engine } }) => ({ ...local, name, label, makes, baseURL, engine })),
  {
    name: "other",
    label: "OpenAI-compatible",
    icon: "globe",
    type: "openai-compatible",
    baseURL: undefined,
    asksAddress: true,
    key: "optional",
  },
];

/** A provider name from an address: the part of the host name that identifies its owner. */
export function nameOfAddress(address: string): string {
  const { hostname = "", port = "" } = URL.parse(address) ?? {};
  if (/^[\d.]+$|^\[|^localhost$/.test(hostname)) return port === "" ? "local" : `local-${port}`;
  const parts = hostname.split(".").filter((part) => !["api", "www", "v1"].includes(part));
  const name = (parts.length > 1 ? parts.at(-2) : parts[0]) ?? "";
  return name.toLowerCase().replace(/[^a-z0-9-]/g, "") || "other";
}

/** The name, with the first free number appended if it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name}-${number}`;
  return free;
}
