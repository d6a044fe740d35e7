/**
 * Until when a signed link is valid, as its query says: in Unix milliseconds. undefined: it does not say so. Sources: Amazon S3, "Signature
 * Version 4" and "Version 2"; Google Cloud Storage, "Signed URLs"; Azure, "Service SAS"; CloudFront and Alibaba's OSS.
 */
export function endOfLink({ searchParams }: URL): number | undefined {
  const query = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  for (const vendor of ["x-amz", "x-goog", "x-oss"]) {
    const start = compactDate(query.get(`${vendor}-date`) ?? "");
    const seconds = secondsOf(query.get(`${vendor}-expires`));
    if (start !== undefined && seconds !== undefined) return start + seconds * 1000;
  }
  const azure = Date.parse(query.get("se") ?? "");
  if (query.has("sig") && !Number.isNaN(azure)) return azure;
  for (const name of ["expires", "exp", "e"]) {
    const seconds = secondsOf(query.get(name));
    // Anything smaller is not a time.
    if (seconds !== undefined && seconds > 1e9 && seconds < 1e11) return seconds * 1000;
  }
  return undefined;
}

const secondsOf = (text: string | undefined) => (text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined);

/** E.g. `20261128T120000Z`. */
function compactDate(text: string): number | undefined {
  const date = Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  return Number.isNaN(date) ? undefined : date;
}
