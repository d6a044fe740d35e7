/** Writes properties as a new XMP packet, or into an existing one. */
import { namespaces, type PropertyName } from "./namespaces.ts";
import { readXmp } from "./readXmp.ts";
import { escapeXml } from "./xmlEvents.ts";

export type XmpProperties = Partial<Record<PropertyName, string>>;

/** Properties written by other programs are kept. undefined: all properties exist already, or the packet cannot be changed. */
export function writeXmp(existing: string | undefined, properties: XmpProperties): Buffer | undefined {
  if (existing === undefined) {
    const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/">\n <rdf:RDF xmlns:rdf="${namespaces.rdf}">\n${describe("rdf", "", Object.entries(properties))} </rdf:RDF>\n</x:xmpmeta>`;
    return Buffer.from(`<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n${packet}\n<?xpacket end="w"?>`);
  }
  const { properties: known, about, insertion } = readXmp(existing);
  const missing = Object.entries(properties).filter(([name]) => !known.has(name));
  if (insertion === undefined || missing.length === 0) return undefined;
  const { at, prefix } = insertion;
  return Buffer.from(`${existing.slice(0, at)}${describe(prefix, about, missing)}${existing.slice(at)}`);
}

function describe(rdf: string, about: string, properties: readonly [name: string, value: string | undefined][]): string {
  const prefixes = Object.entries(namespaces).filter(
    ([prefix, namespace]) => prefix !== "rdf" && properties.some(([name]) => name.startsWith(namespace)),
  );
  const declarations = prefixes.map(([prefix, namespace]) => ` xmlns:${prefix}="${namespace}"`).join("");
  const elements = properties.flatMap(([name, value]) => {
    const [prefix, namespace] = prefixes.find(([, one]) => name.startsWith(one)) ?? [];
    if (prefix === undefined || namespace === undefined || value === undefined) return [];
    const element = `${prefix}:${name.slice(namespace.length)}`;
    return [`   <${element}>${escapeXml(value)}</${element}>\n`];
  });
  return `  <${rdf}:Description ${rdf}:about="${escapeXml(about)}"${declarations}>\n${elements.join("")}  </${rdf}:Description>\n`;
}
