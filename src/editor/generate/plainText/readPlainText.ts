/** Reads a part of a document as plain text, without the markup of the document's language. */
import { linkLanguageOf } from "../../artifacts/linkLanguages.ts";

/** Other languages with HTML. */
const templates = /(?:^|[-.])(?:handlebars|hbs|mustache|twig|liquid|razor|aspnetcorerazor|ejs|erb|html|jinja|blade)$/;
const wikis = new Set(["mediawiki", "wikitext", "wiki"]);
const trees = /^(?:xml|xsl|svg|javascriptreact|typescriptreact)$/;

/** The text is returned as it is if the language has no markup, or nothing is left without it. */
export async function readPlainText(text: string, languageId: string): Promise<string> {
  return (await readAs(text, languageId)) || text.trim();
}

async function readAs(text: string, languageId: string): Promise<string> {
  const language = linkLanguageOf(languageId);
  switch (language) {
    case "markdown":
      return (await import("../../../markup/markdown/plainText.ts")).plainTextOfMarkdown(text);
    case "mdx":
      return (await import("./plainTextOfMdx.ts")).plainTextOfMdx(text);
    case "html":
      return (await import("./plainTextOfHtml.ts")).plainTextOfTemplate(text);
    case "component":
      return (await import("./plainTextOfHtml.ts")).plainTextOfComponent(text);
    case "latex":
      return (await import("./plainTextOfTex.ts")).plainTextOfTex(text);
    case "asciidoc":
      return (await import("./plainTextOfAsciidoc.ts")).plainTextOfAsciidoc(text);
    case "restructuredtext":
      return (await import("./plainTextOfRst.ts")).plainTextOfRst(text);
    case "typst":
      return (await import("./plainTextOfTypst.ts")).plainTextOfTypst(text);
    case "org":
      return (await import("./plainTextOfOrg.ts")).plainTextOfOrg(text);
    case undefined:
      return readCode(text, languageId);
  }
}

async function readCode(text: string, languageId: string): Promise<string> {
  if (languageId === "plaintext") return text.trim();
  if (wikis.has(languageId)) return (await import("./plainTextOfWiki.ts")).plainTextOfWiki(text);
  const isElement = /^\s*(?:<|\{.*[})]\s*<)/s.test(text);
  if (templates.test(languageId)) return (await import("./plainTextOfHtml.ts")).plainTextOfTemplate(text);
  if (isElement && trees.test(languageId)) {
    const { plainTextOfComponent, plainTextOfHtml } = await import("./plainTextOfHtml.ts");
    return languageId.endsWith("react") ? plainTextOfComponent(text) : plainTextOfHtml(text);
  }
  return (await import("./plainTextOfCode.ts")).plainTextOfCode(text);
}
