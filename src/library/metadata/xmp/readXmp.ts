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
      if (name === rdf("Description") && parent?.name === rdf("RDF")) {
        about ??= event.attributes.get([...event.attributes.keys()].find((key) => fullName(key) === rdf("about")) ?? "");
        for (const [key, value] of event.attributes)
          if (!key.startsWith("xmlns") && fullName(key) !== rdf("about")) note(fullName(key), value);
      }
      path.push({ name, text: "" });
      if (path.length > mostDepth) break;
    } else {
      const closed = path.pop();
      if (closed === undefined || closed.name !== fullName(event.name)) {
        insertion = undefined;
        break;
      }
      const owner = path.findLastIndex(({ name }) => name === rdf("Description"));
      const depth = path.length - owner;
      const isList = depth === 3 && path.at(-1)?.name.startsWith(namespaces.rdf);
      if (owner >= 0 && depth === 1) note(closed.name, closed.text.trim());
      else if (owner >= 0 && isList && closed.name === rdf("li")) note(path[owner + 1]?.name ?? "", closed.text.trim());
      if (closed.name === rdf("RDF")) insertion = { at: event.at, prefix: event.name.split(":", 1)[0] ?? "" };
    }
  }
  return { properties, about: about ?? "", insertion: path.length === 0 ? insertion : undefined };
}

function rdf(name: string): string {
  return namespaces.rdf + name;
}
