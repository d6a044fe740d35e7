/** `code` of the errors that the service did not send: what we found in an answer, or in a request that was not sent. */

/** Of the error of `badFile`. */
export const invalidFileCode = "invalid_file";

/** Of the error of a saved task: some of its files could not be read. */
export const missingFilesCode = "missing_files";

/** Of the error of an answer, or of a saved task with a text, that ended early. */
export const cutOffCode = "cut_off";

/** Of the error of `webPage`. */
export const webPageCode = "web_page";

/** Of the errors of `checkFileLimits`. */
export const fileLimitCode = "file_limit";

/** Of the error of a request that the user's budget does not allow: nothing was sent. */
export const budgetCode = "user_budget";

export const ownCodes: readonly string[] = [invalidFileCode, missingFilesCode, cutOffCode, webPageCode, fileLimitCode, budgetCode];
