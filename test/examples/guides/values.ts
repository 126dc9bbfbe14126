import { createClient } from '../../../client/client.ts';
import { totpCode } from '../../authenticator-app.ts';
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
  '654321': async ({ printed }) => totpCode(/(?:Key: |"key":")([A-Z2-7]+)/.exec(printed)![1]!, Date.now()),
  LINK_TOKEN: async ({ baseUrl }) => {
    const { links } = await mailTo(baseUrl, joan);
    return new URL(links[0]!).searchParams.get('t')!;
  },
  SESSION_JWT: async (door) => (await signIn(door)).sessionJwt,
  REFRESH_JWT: async (door) => (await signIn(door)).refreshJwt,
  ACCESS_KEY: async (door) => {
    const created = await createClient(door).management.accessKey.create({ name: 'Guide' });
    if (!created.ok) throw new Error(created.error.errorMessage);
    return created.data.cleartext;
  },
};

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
  impersonation: { Start: /Token: ey|"jwt":/ },
  invitations: {
    'Send the invitation': /Invited U|"status":"invited"/,
    'Accept on your own page': /Accepted enabled|"status":"enabled"/,
  },
  'machine-to-machine': {
    'Create an access key': /Key: [\w-]|"cleartext":/,
    'Exchange the key for a session token': /Token of K|"keyId":/,
  },
  'magic-links': {
    'Send the link': /j\*+@e\*+\.com/,
    'Exchange the token': /Welcome U|"sessionJwt":/,
  },
  passwords: {
    'Sign up': /Signed up U|"firstSeen":true/,
    'Sign in': /Signed in U|"sessionJwt":/,
  },
  'roles-and-permissions': { 'Check the permission in your API': /published|"articles\.publish"/ },
  sessions: {
    'Check a session token': /Signed in as U|"sub":"U/,
    'Refresh the session': /New token: ey|"sessionJwt":/,
    'Sign out': /Signed out|\{.*\}/,
  },
  tenants: {
    'Select a tenant': /In tenant acme|"sessionJwt":/,
    'Check a role in the tenant': /^allowed$/m,
  },
};
