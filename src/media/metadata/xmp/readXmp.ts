/** Reads the simple properties of an XMP packet. */
import { namespaces } from "./namespaces.ts";
import { readXml } from "./xmlEvents.ts";

export interface XmpPacket {
  /** By namespace and name; for a list, its first element. */
  properties: ReadonlyMap<string, string>;
  /** The subject of the packet: "" for the file. */
  about: string;
  /** Where to insert another description, and the packet's prefix for RDF. undefined: it cannot be inserted. */
  insertion: { at: number; prefix: string } | undefined;
}

const mostProperties = 1000;
const mostDepth = 64;

/** Never throws; anything that cannot be read is left out. */
export function readXmp(packet: string): XmpPacket {
  const prefixes = new Map<string, string>([["xml", "http://www.w3.org/XML/1998/namespace"]]);
  const properties = new Map<string, string>();
  const path: { name: string; text: string }[] = [];
  let about: string | undefined;
  let insertion: XmpPacket["insertion"];

  const fullName = (name: string) => {
    const [prefix = "", local] = name.split(":", 2);
    return local === undefined ? name : (prefixes.get(prefix) ?? `${prefix}:`) + local;
  };
  const note = (name: string, value: string) => {
    if (value !== "" && !properties.has(name) && properties.size < mostProperties) properties.set(name, value);
  };
  for (const event of readXml(packet)) {
    const parent = path.at(-1);
    if (event.type === "text") {
      if (parent !== undefined) parent.text += event.text;
    } else if (event.type === "open") {
      for (const [name, value] of event.attributes) if (name.startsWith("xmlns:")) prefixes.set(name.slice(6), value);
      const name = fullName(event.name);
      const attributes = [...event.attributes].map(([key, value]) => [key, fullName(key), value] as const);
      if (name === rdf("Description") && parent?.name === rdf("RDF")) {
        about ??= attributes.find(([, key]) => key === rdf("about"))?.[2];
        for (const [key, full, value] of attributes) if (!key.startsWith("xmlns") && full !== rdf("about")) note(full, value);
      }
      path.push({ name, text: "" });
      if (path.length > mostDepth) break;
      const owner = propertyOfValue(path);
      for (const [, full, value] of attributes)
        if (owner !== undefined && (full === rdf("resource") || full === rdf("value"))) note(owner, value.trim());
    } else {
      const owner = propertyOfValue(path);
      const closed = path.pop();
      if (closed === undefined || closed.name !== fullName(event.name)) {
        insertion = undefined;
        break;
      }
      if (owner !== undefined) note(owner, closed.text.trim());
      if (closed.name === rdf("RDF")) insertion = { at: event.at, prefix: event.name.split(":", 1)[0] ?? "" };
    }
  }
  return { properties, about: about ?? "", insertion: path.length === 0 ? insertion : undefined };
}

/** A property itself, its first element, or `rdf:value` of what it describes. Source: XMP Specification Part 1, 7. */
const valuePath = /^(?:(?:Seq|Bag|Alt) li ?)?(?:Description ?)?(?:value)?$/;

/** The property whose value the last element of a path is; undefined: of none, or of a part of a structure. */
function propertyOfValue(path: readonly { name: string }[]): string | undefined {
  const owner = path.findIndex(({ name }, index) => name === rdf("Description") && path[index - 1]?.name === rdf("RDF"));
  const [property, ...inner] = owner < 0 ? [] : path.slice(owner + 1);
  const names = inner.map(({ name }) => (name.startsWith(namespaces.rdf) ? name.slice(namespaces.rdf.length) : `:${name}`));
  return valuePath.test(names.join(" ")) ? property?.name : undefined;
}

function rdf(name: string): string {
  return namespaces.rdf + name;
}
