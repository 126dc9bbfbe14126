import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Result } from '../../../client/client.ts';
import { newWebhookSecret, signatureHeaders } from '../../../server/delivery/webhook/sign.ts';
import { totpCode } from '../../authenticator-app.ts';
import { Authenticator } from '../../counterparts/authenticator.ts';
import { HttpBrowser, readForm } from '../../counterparts/http-browser.ts';
import { temporaryFolder } from '../../counterparts/program.ts';
import { mailTo } from '../running-example.ts';

/** The instance and project that an example runs against. */
export interface Door {
  baseUrl: string;
  projectId: string;
  managementKey: string;
  /** The output of the guide's earlier steps. */
  printed: string;
}

/** The user of all guides. */
const joan = 'joan@example.com';

/** By text on the pages: how to find the value that a reader enters in its place. */
export const values: Record<string, (door: Door) => Promise<string>> = {
  '123456': async ({ baseUrl }) => (await mailTo(baseUrl, joan)).codes[0]!,
  '654321': async ({ printed }) => totpCode(keyOf(printed), Date.now()),
  // A code works once, so this is the next one.
  '975310': async ({ printed }) => totpCode(keyOf(printed), Date.now() + 30_000),
  LINK_TOKEN: async ({ baseUrl, printed }) => {
    const { links, text } = await mailTo(baseUrl, joan);
    const number = last(printed, /(?:with the number |"linkId":")(\d\d)/g);
    const numbers = [...new Set(text.match(/(?<![\w&=?-])\d\d(?![\w&=?-])/g))];
    const link = links[number ? numbers.indexOf(number) : 0]!;
    return new URL(link).searchParams.get('t')!;
  },
  PENDING_REF: async ({ printed }) => last(printed, /(?:Reference: |"pendingRef":")([\w-]+)/g)!,
  TRANSACTION_ID: async ({ printed }) => last(printed, /(?:Transaction: |"transactionId":")([\w-]+)/g)!,
  AUTHENTICATOR_RESPONSE: async (door) => withinQuotes(responseOf(door)),
  PASSKEY_ID: async ({ printed }) => last(printed, /(?:Passkey: |"id":")([\w-]+)/g)!,
  SIGN_IN_CODE: (door) => codeFrom(door, createClient(door).oauth.start('simulator', callback(door))),
  'alice@demo.example': signUpElsewhere,
  IDENTITY_ID: async ({ printed }) => last(printed, /"id":"([\w-]+)"/g)!,
  '246810': async ({ baseUrl }) => (await mailTo(baseUrl, 'joan@home.example')).codes[0]!,
  SSO_CODE: (door) => codeFrom(door, createClient(door).sso.start('acme', callback(door))),
  'AuthKey_F6G7H8I9J0.p8': async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const file = join(temporaryFolder('guides-key'), 'AuthKey.p8');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    return file;
  },
  RECOVERY_CODE: async ({ printed }) => /\w{4}(?:-\w{4}){3}/.exec(printed)![0],
  SESSION_JWT: async (door) =>
    last(door.printed, /New session token: (\S+)/g) ?? (await signIn(door)).sessionJwt,
  MFA_REFRESH_JWT: async (door) => {
    const refused = await createClient(door).password.signIn(joan, 'rattling tin roof in June');
    if (refused.ok) throw new Error('the policy asked for no second factor');
    return (refused.error.details!['mfa'] as { refreshJwt: string }).refreshJwt;
  },
  REFRESH_JWT: (door) => refreshJwtOf(door),
  WEBHOOK_SECRET: async (door) => webhookOf(door).secret,
  WEBHOOK_BODY: async (door) => withinQuotes(webhookOf(door).body),
  WEBHOOK_ID: async (door) => webhookOf(door).headers['webhook-id'],
  WEBHOOK_TIMESTAMP: async (door) => webhookOf(door).headers['webhook-timestamp'],
  WEBHOOK_SIGNATURE: async (door) => webhookOf(door).headers['webhook-signature'],
  IMPERSONATION_JWT: async ({ printed }) => last(printed, /(?:Token: |"jwt":")(ey[\w.-]+)/g)!,
  ACCESS_KEY: async (door) => {
    const created = await createClient(door).management.accessKey.create({ name: 'Guide' });
    if (!created.ok) throw new Error(created.error.errorMessage);
    return created.data.cleartext;
  },
};

/** Returns the authenticator's secret. */
const keyOf = (printed: string) => /(?:Key: |"key":")([A-Z2-7]+)/.exec(printed)![1]!;

/** Returns what the group of the pattern matched last. */
function last(printed: string, pattern: RegExp): string | undefined {
  return [...printed.matchAll(pattern)].at(-1)?.[1];
}

/** The devices of the readers. */
const authenticators = new WeakMap<Door, Authenticator>();

/** Returns what the browser's page sends for the options that were printed last. */
function responseOf(door: Door): string {
  const authenticator = authenticators.get(door) ?? new Authenticator();
  authenticators.set(door, authenticator);
  const printed = last(door.printed, /Options: (\{.+\})/g);
  const options = printed ?? JSON.parse(last(door.printed, /(\{"transactionId".+\})/g)!).options;
  return JSON.parse(options).publicKey.user ? authenticator.create(options) : authenticator.get(options);
}

/** The request that a webhook receives, by the project that sends it. */
const webhooks = new WeakMap<Door, ReturnType<typeof signedWebhook>>();

function webhookOf(door: Door): ReturnType<typeof signedWebhook> {
  const webhook = webhooks.get(door) ?? signedWebhook(door);
  webhooks.set(door, webhook);
  return webhook;
}

function signedWebhook({ projectId }: Door) {
  const secret = newWebhookSecret();
  const body = JSON.stringify({ type: 'user.created', data: { projectId } });
  return { secret, body, headers: signatureHeaders(secret, { id: 'A1', now: Date.now(), body }) };
}

const withinQuotes = (text: string) => JSON.stringify(text).slice(1, -1);

/** A page that is there, unlike the reader's. */
const callback = ({ baseUrl }: Door) => `${baseUrl}/dev/demo/callback`;

/** Signs in at the simulator, as a reader does in a browser. Returns the code that the application's page receives. */
async function codeFrom(door: Door, starting: Promise<Result<{ url: string }>>): Promise<string> {
  const started = await starting;
  if (!started.ok) throw new Error(started.error.errorMessage);
  const browser = new HttpBrowser();
  let page = await browser.get(started.data.url);
  while (!page.url.startsWith(callback(door))) {
    const form = readForm(page.html, page.url)!;
    if (form.fields.has('user')) form.fields.set('user', 'alice').delete('pause');
    page = await browser.submit(form);
  }
  return new URL(page.url).searchParams.get('code')!;
}

/** Signs the simulator's user up with it, at the first call. Returns the login ID. */
async function signUpElsewhere(door: Door): Promise<string> {
  const { management, oauth, sso } = createClient(door);
  const loginId = 'alice@demo.example';
  if ((await management.user.load(loginId)).ok) return loginId;
  const issuer = `${door.baseUrl}/dev/idp/oidc/demo`;
  const configured = await management.oauth.configureProvider({
    provider: 'simulator',
    issuer,
    clientId: 'demo',
    clientSecret: 'demo-secret',
  });
  if (!configured.ok) throw new Error(configured.error.errorMessage);
  await sso.exchange(await codeFrom(door, oauth.start('simulator', callback(door))));
  return loginId;
}

/** The user's session in each guide. A code belongs to the session that requested it. */
const refreshJwts = new WeakMap<Door, string>();

async function refreshJwtOf(door: Door): Promise<string> {
  const known = refreshJwts.get(door);
  if (known && (await createClient(door).me(known)).ok) return known;
  const { refreshJwt } = await signIn(door);
  refreshJwts.set(door, refreshJwt);
  return refreshJwt;
}

/** Signs the user in without a message, with a link that only a management key can make. Creates the user if the guide has not. */
async function signIn(door: Door): Promise<{ sessionJwt: string; refreshJwt: string }> {
  const { management, magicLink } = createClient(door);
  await management.user.create({ loginId: joan, email: joan });
  const link = await management.user.generateEmbeddedLink(joan);
  if (!link.ok) throw new Error(link.error.errorMessage);
  const signedIn = await magicLink.verify(link.data.token);
  if (!signedIn.ok) throw new Error(signedIn.error.errorMessage);
  const { sessionJwt, refreshJwt = '' } = signedIn.data;
  return { sessionJwt, refreshJwt };
}

/** By guide and heading: what the examples below it print, in each language. */
export const outputs: Record<string, Record<string, RegExp>> = {
  'account-linking': {
    'Add a provider': /browser to http|"url":"http/,
    'Add an address': /j\*+@h\*+\.example/,
    'Remove a login ID': /Login IDs: \[?joan@example\.com\]?$|"loginIds":\["joan@example\.com"\]/m,
  },
  'authenticator-app': {
    'Create the secret': /Key: [A-Z2-7]{16}|"key":"/,
    'Verify a code': /Welcome U|"sessionJwt":/,
  },
  codes: {
    'Send the code': /j\*+@e\*+\.com/,
    'Check the code': /Welcome U\w{27}|"firstSeen":true/,
  },
  'custom-claims': {
    'Define and set an attribute': /premium/,
    'Add claims to the token': /Berlin|"jwt":/,
  },
  'enchanted-links': {
    'Send the links': /number \d\d|"linkId":"\d\d"/,
    'Confirm the link': /Confirmed|\{\}/,
    'Wait for the session': /Welcome U|"sessionJwt":/,
  },
  impersonation: { Start: /Token: ey|"jwt":/, Stop: /Own token: ey|"jwt":/ },
  invitations: {
    'Send the invitation': /Invited U|"status":"invited"/,
    'Accept on your own page': /Accepted enabled|"status":"enabled"/,
  },
  'machine-to-machine': {
    'Create an access key': /Key: [\w-]|"cleartext":/,
    'Exchange the key for a session token': /Token of K|"keyId":/,
    'Client credentials': /"access_token":"ey/,
  },
  'magic-links': {
    'Send the link': /j\*+@e\*+\.com/,
    'Exchange the token': /Welcome U|"sessionJwt":/,
  },
  passkeys: {
    'Sign up': /Transaction: |Welcome U|"transactionId":|"firstSeen":true/,
    'Sign in': /Transaction: |Welcome U|"transactionId":|"sessionJwt":/,
    'List and remove': /Passkey: |"displayName":|^(\{\})?$/,
  },
  passwords: {
    'Sign up': /Signed up U|"firstSeen":true/,
    'Sign in': /Signed in U|"sessionJwt":/,
  },
  'roles-and-permissions': { 'Check the permission in your API': /published|"articles\.publish"/ },
  'second-factor': {
    'Add an authenticator': /Key: [A-Z2-7]{16}|"key":"|Confirmed U|"sessionJwt":/,
    'Sign in': /Continue with .*totp.*ey|"refreshJwt": "ey|Welcome U|"sessionJwt":/,
  },
  sessions: {
    'Check a session token': /Signed in as U|"sub":"U/,
    'Refresh the session': /New token: ey|"sessionJwt":/,
    'Sign out': /Signed out|\{.*\}/,
    'Sign out everywhere': /Signed out everywhere|\{.*\}/,
    'List sessions': /Session \S+|"sessions":\[\{/,
  },
  'social-sign-in': {
    'Start the sign-in': /browser to http|"url":"http/,
    'Exchange the code': /Welcome U|"sessionJwt":/,
  },
  sso: {
    'Start the sign-in': /browser to http|"url":"http/,
    'Exchange the code': /Welcome alice@acme\.example|"sessionJwt":/,
  },
  'step-up-and-recovery': {
    'Ask for a step-up': /j\*+@e\*+\.com|New session token: ey|"sessionJwt":/,
    'Check it in your API': /^allowed$|"su":true|"sub":"U/m,
    'Recovery codes': /\w{4}(-\w{4}){3}|Welcome U|"sessionJwt":/,
  },
  users: {
    'Create a user': /Created U|"userId":"U/,
    'Find users': /Found U\w+ Joan Clarke|"total":1/,
    'Change a user': /Name: Joan Murray|"name":"Joan Murray"/,
    'Disable or delete a user': /Status: (disabled|DISABLED)|"status":"disabled"/,
  },
  webhooks: {
    'Create a webhook': /whsec_/,
    'Verify the signature': /^genuine$/m,
  },
  tenants: {
    'Select a tenant': /In tenant acme|"sessionJwt":/,
    'Check a role in the tenant': /^allowed$/m,
  },
};
