/** Recognizes files that probably contain passwords, keys or other credentials. They are attached only if the user asks for it. */

/** Names that show how a file of secrets is written, and contain none. */
const sample = /\.(?:example|sample|template|dist|defaults?)(?:\.[^.]*)?$/i;

/** Endings of keys, key stores, password databases and the state of infrastructure. */
const secretEnding =
  /\.(?:env|pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx?|asc|gpg|pgp|ovpn|tfvars|tfvars\.json|tfstate|tfstate\.backup|publishsettings|agekey)$/i;

const secretNames = new Set([
  ".boto",
  ".dockercfg",
  ".env",
  ".envrc",
  ".git-credentials",
  ".htpasswd",
  ".my.cnf",
  ".netrc",
  ".npmrc",
  ".pgpass",
  ".pypirc",
  ".s3cfg",
  ".terraformrc",
  ".vault-token",
  ".yarnrc",
  ".yarnrc.yml",
  "_netrc",
  "auth.json",
  "kubeconfig",
  "local.settings.json",
  "nuget.config",
  "terraform.rc",
  "wp-config.php",
]);

/** `.env.local`; `id_ed25519`, but not its public half; `credentials.json`, `client_secret_1.json`, `secrets.yaml`; `.vault_pass.txt`. */
const secretName = [
  /^\.env[._-]/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[._-](?!pub$).*)?$/i,
  /^(?:credentials?|secrets?|passwords?|tokens?)(?:\.(?:json5?|ya?ml|toml|ini|cfg|conf|properties|txt|xml|csv|plist|db|enc))?$/i,
  /^(?:client[_-]?secrets?|service[_-]?account|application_default_credentials)[^/]*\.json$/i,
  /^\.?vault[_-]?pass(?:word)?(?:\.[^.]*)?$/i,
];

const secretFolder = /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.gcloud|\.password-store|\.secrets?|secrets)\//i;

/** `path`: with `/` as the separator. */
export function isSecretFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (secretFolder.test(path)) return true;
  if (sample.test(name)) return false;
  return secretNames.has(name.toLowerCase()) || secretEnding.test(name) || secretName.some((pattern) => pattern.test(name));
}

/** Whether a text contains a private key in PEM, which any file may. */
export function holdsPrivateKey(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.test(text);
}
