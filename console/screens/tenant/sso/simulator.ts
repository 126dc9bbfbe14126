import type { Tenant } from '../../../../client/client.ts';
import type { Draft } from './draft.ts';

/** The simulator has an identity provider of every such name; its users have addresses of the domain `<name>.example`. */
export function simulatorName({ id, name }: Pick<Tenant, 'id' | 'name'>): string {
  const slug = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40);
  return slug(name) || slug(id) || 'tenant';
}

/** Where sign-ins of the demonstration end. */
export const demoCallback = () => `${location.origin}/dev/demo/callback`;

/** The draft with the simulator in it, for the protocol that it has. */
export function withSimulator(draft: Draft, tenant: Tenant): Draft {
  const name = simulatorName(tenant);
  const at = `${location.origin}/dev/idp`;
  return {
    ...draft,
    domains: draft.domains.length > 0 ? draft.domains : [`${name}.example`],
    redirectUrl: draft.redirectUrl || demoCallback(),
    saml: {
      ...draft.saml,
      ...(draft.protocol === 'saml' && { source: 'url', metadataUrl: `${at}/saml/${name}/metadata` }),
    },
    oidc: {
      ...draft.oidc,
      ...(draft.protocol === 'oidc' && {
        source: 'issuer',
        issuer: `${at}/oidc/${name}`,
        clientId: 'latchkey',
        clientSecret: 'simulated',
      }),
    },
  };
}
