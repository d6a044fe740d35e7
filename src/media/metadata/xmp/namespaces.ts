/** The names of the XMP properties that are read and written. */

export const namespaces = {
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  xmp: "http://ns.adobe.com/xap/1.0/",
  Iptc4xmpExt: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
  dcterms: "http://purl.org/dc/terms/",
  dc: "http://purl.org/dc/elements/1.1/",
  exif: "http://ns.adobe.com/exif/1.0/",
  photoshop: "http://ns.adobe.com/photoshop/1.0/",
  tc260: "http://www.tc260.org.cn/ns/AIGC/1.0/",
  generationStudio: "urn:generation-studio:xmp:1",
} as const;

/** A property as `namespace + name`. */
export const property = {
  creatorTool: `${namespaces.xmp}CreatorTool`,
  digitalSourceType: `${namespaces.Iptc4xmpExt}DigitalSourceType`,
  /** Since the IPTC Photo Metadata Standard 2025.1. */
  aiSystem: `${namespaces.Iptc4xmpExt}AISystemUsed`,
  aiPrompt: `${namespaces.Iptc4xmpExt}AIPromptInformation`,
  /** The address of Content Credentials that are not in the file. Source: C2PA 2.2, A.4.1. */
  provenance: `${namespaces.dcterms}provenance`,
  /** Who is to be named, which is the program in files of Google and Apple. */
  credit: `${namespaces.photoshop}Credit`,
  /** The label of generators in China. */
  aigc: `${namespaces.tc260}AIGC`,
  description: `${namespaces.dc}description`,
  userComment: `${namespaces.exif}UserComment`,
  ownModel: `${namespaces.generationStudio}Model`,
  ownKind: `${namespaces.generationStudio}Kind`,
  ownRequest: `${namespaces.generationStudio}Request`,
} as const;
export type PropertyName = (typeof property)[keyof typeof property];
