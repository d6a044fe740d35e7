/** Refuses the addresses of options that would be read as the name of another machine, another database or a local folder. */

/** Source: PostgreSQL 18, "34.1.1.2. Connection URIs"; the driver takes one host. */
const databaseForm = /^postgres(?:ql)?:\/\/[^/?#,]*(?:[/?][^@#]*)?$/i;

/**
 * Throws a TypeError with a message for the user, which contains nothing of the address: it may have a password at any place. The driver
 * reads whatever is no URL as the name of a database on this machine or on another one.
 */
export function requireDatabaseAddress(address: string): void {
  // The driver also takes addresses without a host, whose place is in `?host=`, and passwords with a single percent sign.
  const url = URL.parse(address.replace("@/", "@localhost/").replace(/%(?![\da-f]{2})/gi, "%25"));
  if (url && databaseForm.test(address) && isDecodable(url) && /^\d{0,5}$/.test(url.searchParams.get("port") ?? "")) return;
  throw new TypeError(
    "--database takes postgres://USER:PASSWORD@HOST:PORT/NAME, where / ? # @ , and % in a name or a password are %2F %3F %23 %40 %2C and %25.",
  );
}

function isDecodable({ username, password, hostname, pathname }: URL): boolean {
  try {
    return !decodeURIComponent(username + password + hostname + pathname).includes("\0");
  } catch {
    return false;
  }
}

/** Requires a folder or a bucket. Throws a TypeError with a message for the user, without the address. A single letter is a drive. */
export function requireFilesAddress(address: string): void {
  if (address.trim() !== "" && (/^s3:\/\/[^/]/.test(address) || !/^[a-z][a-z\d+.-]+:/i.test(address))) return;
  throw new TypeError("--files takes a folder or s3://BUCKET/PREFIX.");
}
