/** The version that the server reports: that of the package. */
export const version = "0.1.0";
