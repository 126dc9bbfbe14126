import { createClient } from '../../../client/client.ts';
import { mailTo } from '../running-example.ts';

/** The instance and project that an example runs against. */
export interface Door {
  baseUrl: string;
  projectId: string;
  managementKey: string;
}

/** Finds the value that a reader enters in place of the one on the page. */
type Find = (door: Door) => Promise<string>;

const codeIn =
  (address: string): Find =>
  async ({ baseUrl }) =>
    (await mailTo(baseUrl, address)).codes[0]!;

/** Signs a user in without a message, with a link that only a management key can make. */
const sessionOf =
  (loginId: string): Find =>
  async ({ baseUrl, projectId, managementKey }) => {
    const client = createClient({ baseUrl, projectId, managementKey });
    const link = await client.management.user.generateEmbeddedLink(loginId);
    if (!link.ok) throw new Error(link.error.errorMessage);
    const signedIn = await client.magicLink.verify(link.data.token);
    if (!signedIn.ok) throw new Error(signedIn.error.errorMessage);
    return signedIn.data.sessionJwt;
  };

/** By guide and text on the page: the value in its place. */
export const values: Record<string, Record<string, Find>> = {
  'roles-and-permissions': { SESSION_JWT: sessionOf('joan@example.com') },
  codes: { '123456': codeIn('joan@example.com') },
};

/** By guide and heading: what the examples below it print. */
export const outputs: Record<string, Record<string, RegExp>> = {
  codes: {
    'Send the code': /j\*+@e\*+\.com/,
    'Check the code': /Welcome U\w{27}|"firstSeen":true/,
  },
  'roles-and-permissions': { 'Check the permission in your API': /published|"articles\.publish"/ },
};
