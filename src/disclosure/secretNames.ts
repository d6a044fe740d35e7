/** Recognizes by its path a file that probably contains passwords, keys or other credentials. */

/** Names that show how a file of secrets is written, and contain none. */
const sample = /\.(?:example|sample|template|dist|defaults?)(?:\.[^.]*)?$/i;

/** Endings of keys, key stores, password databases and the state of infrastructure. */
const secretEnding =
  /\.(?:env|pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx?|asc|gpg|pgp|ovpn|tfvars|tfvars\.json|tfstate|tfstate\.backup|publishsettings|agekey|jceks|bks|psafe3|rdp|har|keyring|keytab|keychain(?:-db)?|binarycookies|kubeconfig|1pif|1pux|snk|pvk|pk8|pkcs12|kbx|jwk|nmconnection|ejson|htpasswd|creds?)$/i;

const secretNames = new Set([
  ".authinfo",
  ".boto",
  ".bw_session",
  ".civo.json",
  ".clasprc.json",
  ".condarc",
  ".curlrc",
  ".databrickscfg",
  ".dockercfg",
  ".dockerconfigjson",
  ".dotenv",
  ".env",
  ".envrc",
  ".esmtprc",
  ".fetchmailrc",
  ".flaskenv",
  ".ftpconfig",
  ".git-credentials",
  ".gitcookies",
  ".hgrc",
  ".histfile",
  ".htpasswd",
  ".lesshst",
  ".lftprc",
  ".linode-cli",
  ".mailrc",
  ".mbsyncrc",
  ".modal.toml",
  ".msmtprc",
  ".muttrc",
  ".my.cnf",
  ".mylogin.cnf",
  ".netrc",
  ".npmrc",
  ".offlineimaprc",
  ".pg_service.conf",
  ".pgpass",
  ".pypirc",
  ".rclone.conf",
  ".remote-sync.json",
  ".rhosts",
  ".s3cfg",
  ".saml2aws",
  ".scwrc",
  ".sentryclirc",
  ".smbcredentials",
  ".terraformrc",
  ".vault-token",
  ".viminfo",
  ".wgetrc",
  ".xauthority",
  ".yarnrc",
  ".yarnrc.yml",
  ".zhistory",
  "_netrc",
  "arduino_secrets.h",
  "auth.json",
  "consolehost_history.txt",
  "cookies",
  "cookies.json",
  "cookies.sqlite",
  "cookies.txt",
  "datasources.local.xml",
  "debian.cnf",
  "default_wallet",
  "docker-config.json",
  "dotenv",
  "ftp-simple.json",
  "gshadow",
  "htpasswd",
  "jwk.json",
  "kaggle.json",
  "key.properties",
  "key3.db",
  "key4.db",
  "keystore.json",
  "keystore.properties",
  "local.settings.json",
  "local_settings.py",
  "login data",
  "login data for account",
  "logins.json",
  "my.cnf",
  "netrc",
  "ngrok.yml",
  "nuget.config",
  "pg_service.conf",
  "pgpass.conf",
  "pip.conf",
  "rclone.conf",
  "recentservers.xml",
  "rootkey.csv",
  "secret_token.rb",
  "secrets.py",
  "settings-security.xml",
  "sftp-config.json",
  "sftp.json",
  "shadow",
  "signons.sqlite",
  "sitemanager.xml",
  "terraform.rc",
  "wallet.dat",
  "wallet.json",
  "web data",
  "webservers.xml",
  "winscp.ini",
  "wp-config.php",
  "wpa_supplicant.conf",
]);

/** Of data, not of a program that handles such data. */
const dataEnding =
  /\.(?:json[5c]?|ya?ml|toml|ini|cfg|conf|config|properties|txt|xml|csv|plist|db|dat|enc|bin|pickle|pkl|b64|docx?|xlsx?|od[st]|pdf)$/i;
/** What editors and people add to the name of a copy. */
const copyEnding = /(?:~|-(?:journal|wal)|\.(?:bak|backup|old|orig|save|sw[op]|tmp|copy|\d{1,2}))$/i;
/** `.env copy`, `credentials copy 2.json`, `logins (1).json`, `.env - Copy`: what editors, file managers and browsers name a second file. */
const numberedCopy = /(?: -)? (?:copy(?: \d{1,3})?|\(\d{1,3}\))(?=(?:\.[^.]*)?$)/i;
/** Copies of copies have several. */
const mostCopyEndings = 8;
const secretWord =
  "(?:^|[ ._-])(?:secrets?|credentials?|creds|(?:recovery|backup)[_-]?codes|mnemonic|seed[_-]?phrase|passwords?|passwd|pwd|api[_-]?keys?|(?:access|auth|bearer|refresh|oauth|root|vault|bot|session|github|gh|gitlab|hf|hugging_?face|npm|openai|pypi|slack)[_-]?tokens?|token[_-]?cache|unseal[_-]?keys?|(?:private|secret|access|age|deploy|openai|anthropic|stripe)[_-]?keys?|adminsdk)";
const wordInData = new RegExp(`${secretWord}(?:[ ._-]|$)|^tokens?$`, "i");
const wordAtEnd = new RegExp(`${secretWord}$|^tokens?$`, "i");

/**
 * `.env.local`; `id_ed25519`, but not its public half; `credentials.json`, `prod.secrets.enc.yaml`, `db_password`; `client_secret_1.json`;
 * `gcp-key.json`; `.vault_pass.txt`; `kubeconfig.yaml`; `appsettings.Production.json`; `wg0.conf`; `.bash_history`.
 */
const secretName = [
  /^application[.-](?:local|secrets?|prod(?:uction)?)\.(?:properties|ya?ml)$|^(?:vault|env)\.(?:ya?ml|json)$/i,
  /^\.env(?:rc)?[._-]|^\.dev\.vars|(?:^|\.)env\.(?:local|prod(?:uction)?|dev(?:elopment)?|staging|test)$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[._-](?!pub$).*)?$/i,
  /[._-](?:rsa|dsa|ecdsa|ed25519)(?:_key)?$/i,
  /^(?:client[_-]?secrets?|service[_-]?account|application_default_credentials|(?:gcp|gcloud|google|firebase)[^/]*key)[^/]*\.json$/i,
  /^\.?(?:ansible[_-])?vault[_-]?pass(?:word)?(?:\.[^.]*)?$|^krb5cc_|^UTC--\d{4}-\d\d-\d\dT/i,
  /(?:^|[._-])(?:sa|svc|service)[_-]?key\.json$|^storage[._-]?state\.json$/i,
  /^\.?kube_?config(?:[._-]|$)|^appsettings\.(?:secrets?|local|production)\.json$|^wg\d+\.conf$/i,
  /^\.?(?:[a-z]+|node_repl|ts_node_repl)_history$|^(?:bitwarden|lastpass)[^/]*\.(?:json|csv)$/i,
];

const secretFolder =
  /(?:^|\/)(?:playwright\/\.auth|sops\/age|\.(?:git|ssh|gnupg|aws|azure|kube|docker|gcloud|password-store|secrets?|m2|terraform\.d|oci|aliyun|doctl|snowsql|kaggle|huggingface|circleci|cloudflared|fly|netlify|ngrok2|pip|mc|cf|chef|expo|gradle|modal|okta|railway|snowflake|wrangler|acme\.sh|aws-vault|bluemix|electrum|granted|ibmcloud|irssi|lego|near-credentials|purple|solana|subversion\/auth|weechat|ethereum\/keystore|(?:bash|zsh)_sessions|config\/(?:github-copilot|hcloud|helm|keybase|scw|solana|Bitwarden CLI|gh|glab-cli|hub|gcloud|rclone|sops|doctl|op|pip))\/)/i;
/** A folder of this name may also have the code that handles secrets. */
const secretsFolder = /(?:^|\/)secrets\/(?!.*\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|rb|php|c|h|cc|cpp|hpp|swift|md)$)/i;

/** What Windows leaves out when it opens a file: dots and spaces at the end, and the name of its main stream. */
const ignoredEnding = /(?:(?<![. ])[. ]+)?(?:::\$DATA)?$/i;

function withoutCopyEndings(name: string): string {
  let original = name.replace(ignoredEnding, "");
  for (let count = 0; count < mostCopyEndings; count += 1) original = original.replace(copyEnding, "").replace(numberedCopy, "");
  return original;
}

/** `path`: with `/` as the separator. */
export function isSecretFile(path: string): boolean {
  // Emacs writes `#.env#` and `.#.env` beside a file that is edited.
  const name = withoutCopyEndings(path.slice(path.lastIndexOf("/") + 1).replace(/^\.?#|#$/g, ""));
  if (secretFolder.test(path) || secretsFolder.test(path)) return true;
  if (sample.test(name)) return false;
  if (secretNames.has(name.toLowerCase()) || secretEnding.test(name) || secretName.some((pattern) => pattern.test(name))) return true;
  const stem = name.replace(dataEnding, "");
  return wordAtEnd.test(name) || (stem !== name && wordInData.test(stem));
}
