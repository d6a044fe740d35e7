/** The version that the server reports: the package's version. */
export const version = "0.1.0";
