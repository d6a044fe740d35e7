import { lstat } from "node:fs/promises";
import { isDiskCode } from "../diskError.ts";

/** Whether anything has this name, including a broken link. @throws the file system's other errors. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isDiskCode(error, "ENOENT")) return false;
    throw error;
  }
}
