/** A process that owns a name until it ends; its argument is the folder. */
import { openOwner } from "../../../src/sqlite/owner.ts";

process.stdout.write(openOwner(process.argv[2]).id);
setInterval(() => undefined, 60_000);
