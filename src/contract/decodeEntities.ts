const named: Readonly<Record<string, string>> = { amp: "&", apos: "'", gt: ">", lt: "<", nbsp: "\u00a0", quot: '"' };

/** Replaces the entities of XML, `&nbsp;` and the numbers of characters. Others stay as they are. Source: XML 1.0, 4.1 and 4.6. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = Number.parseInt(hex ?? decimal ?? "", hex === undefined ? 10 : 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code).toWellFormed() : whole;
  });
}
