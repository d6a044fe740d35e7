/**
 * Dependencies of promptfoo 0.123.1 that an evaluation against OpenAI's interface does not load: its command line, its page, and other providers.
 * With those that they need, they are three quarters of what npm would look up, which takes a minute longer than the evaluation.
 */
export const unusedByPromptfoo: readonly string[] = `
  @anthropic-ai/claude-agent-sdk @aws-sdk/client-bedrock-agent-runtime @aws-sdk/client-bedrock-runtime @aws-sdk/client-s3
  @aws-sdk/client-sagemaker-runtime @aws-sdk/credential-provider-sso @aws/bedrock-token-generator @azure/ai-projects @azure/identity
  @azure/msal-node @azure/openai-assistants @azure/storage-blob @fal-ai/client @googleapis/sheets @hono/node-server
  @huggingface/transformers @ibm-cloud/watsonx-ai @inquirer/checkbox @inquirer/confirm @inquirer/search @inquirer/select
  @langfuse/client @modelcontextprotocol/sdk @openai/agents @openai/codex-sdk @openai/codex-security @opencode-ai/sdk
  @playwright/browser-chromium @rollup/rollup-linux-x64-gnu @slack/web-api @smithy/node-http-handler @swc/core
  @swc/core-darwin-arm64 @swc/core-darwin-x64 @swc/core-linux-x64-gnu @swc/core-linux-x64-musl @swc/core-win32-x64-msvc @types/ws ai
  binary-extensions commander compression cors execa express gcp-metadata google-auth-library hono ibm-cloud-sdk-core istextorbinary
  jks-js mathjs minimatch natural node-sql-parser pdf-parse pem playwright playwright-extra protobufjs proxy-agent
  puppeteer-extra-plugin-stealth read-excel-file rxjs semver sharp simple-git socket.io socket.io-client text-extensions tsx
`
  .trim()
  .split(/\s+/);
