/** Each way in which RDF writes one value. Source: XMP Specification Part 1, 7; RDF 1.1 XML Syntax, 2. */
import { expect, test } from "vitest";
import { sourceTerm } from "../../../../../src/media/metadata/origin.ts";
import { property } from "../../../../../src/media/metadata/xmp/namespaces.ts";
import { readXmp } from "../../../../../src/media/metadata/xmp/readXmp.ts";

const term = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia";
const packet = (inner: string, attributes = "") =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><r:Description r:about="" ${attributes}>${inner}</r:Description></r:RDF></x:xmpmeta>`;

test.each([
  ["an element", packet(`<e:DigitalSourceType>${term}</e:DigitalSourceType>`)],
  ["an attribute", packet("", `e:DigitalSourceType="${term}"`)],
  ["a resource", packet(`<e:DigitalSourceType r:resource="${term}"/>`)],
  ["a value", packet(`<e:DigitalSourceType r:parseType="Resource"><r:value>${term}</r:value><e:q>x</e:q></e:DigitalSourceType>`)],
  ["a described value", packet(`<e:DigitalSourceType><r:Description><r:value>${term}</r:value></r:Description></e:DigitalSourceType>`)],
  ["a described value as attribute", packet(`<e:DigitalSourceType><r:Description r:value="${term}" e:q="x"/></e:DigitalSourceType>`)],
  ["a list", packet(`<e:DigitalSourceType><r:Bag><r:li>${term}</r:li><r:li>other</r:li></r:Bag></e:DigitalSourceType>`)],
  ["a list of resources", packet(`<e:DigitalSourceType><r:Seq><r:li r:resource="${term}"/></r:Seq></e:DigitalSourceType>`)],
  ["a slash behind it", packet(`<e:DigitalSourceType>${term}/</e:DigitalSourceType>`)],
])("%s", (_, text) => {
  expect(sourceTerm(readXmp(text).properties.get(property.digitalSourceType) ?? "")).toBe("trainedAlgorithmicMedia");
});

test("a part of a structure is not a property of the file", () => {
  const text = packet(`<e:Artwork r:parseType="Resource"><e:DigitalSourceType>${term}</e:DigitalSourceType></e:Artwork>`);
  expect(readXmp(text).properties.get(property.digitalSourceType)).toBeUndefined();
});
