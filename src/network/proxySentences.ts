/** The messages of `ProxyError`, for translation: a file of its own, because what starts the extension has a copy of them, too. */
export const proxySentences = {
  unreachable: "The proxy {0} of {1} does not connect ({2}).",
  invalid: "The address of the proxy in {0} is invalid.",
  scheme: "The proxy in {0} has the scheme {1}, which is not supported.",
} as const;
/** Where a proxy is set that is in no variable. */
export const proxySetting = "the settings";
