import type { Latchkey } from '../harness.ts';
import { connectTenant, createIdentityProvider, SsoBrowser } from '../identity-provider.ts';
import { connectSimulator, OAuthBrowser } from '../oauth-browser.ts';
import type { Person } from './people.ts';

/** The tenant whose identity provider signs people in. */
const tenantId = 'corp';

/** A function for each way in which a person signs in at another site. Each returns the address to which the browser comes back. */
export type OtherSites = Awaited<ReturnType<typeof connectSites>>;

/** Connects a provider, and a tenant's identity provider, which may also begin by itself. */
export async function connectSites(latchkey: Latchkey) {
  await connectSimulator(latchkey, 'corner', { title: 'Corner' });
  const idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
  const connection = { allowIdpInitiated: true };
  await connectTenant(latchkey, tenantId, idp, connection, { domains: ['corp.example'] });
  const { acsUrl, issuer } = await new SsoBrowser(latchkey).start(tenantId);

  async function post(site: SsoBrowser, request: Parameters<typeof idp.respond>[0], { email }: Person) {
    const answer = await site.post(request.acsUrl, await idp.respond(request, { nameId: email }));
    return answer.headers.get('location') ?? '';
  }

  return {
    async organization(url: string, person: Person): Promise<string> {
      const site = new SsoBrowser(latchkey);
      return post(site, await site.open(url), person);
    },

    async provider(url: string, { email }: Person): Promise<string> {
      const site = new OAuthBrowser(latchkey);
      const answer = await site.answer(await site.open(url), { nameId: email, email });
      return (await site.get(answer)).headers.get('location') ?? '';
    },

    /** The identity provider begins, and nobody has asked it. */
    unsolicited: (person: Person) =>
      post(new SsoBrowser(latchkey), { id: undefined, acsUrl, issuer }, person),
  };
}
