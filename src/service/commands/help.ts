/** What the commands beside the service itself print with --help. */
export const keysHelp = `Usage: npm run service -- keys COMMAND --database URL

  create NAME            prints the new account's key, once
    --balance N          default 100
    --rate N             requests that it may make in a minute; 0 is no limit (default: the service's --rate)
    --models LIST        ids of models that it may use, * for any characters, with commas between (default: all)
  list                   accounts, balances and limits
  top-up NAME N          adds N to a balance
  revoke NAME            refuses the key from now on; the account stays
  rotate NAME            prints a new key, and refuses the old one
`;

export const usageHelp = `Usage: npm run service -- usage --database URL

  --by LIST              any of key, model and day, with commas between (default key)
  --since DATE           first day, as YYYY-MM-DD in UTC (default: all)
  --csv                  lines of CSV
`;
