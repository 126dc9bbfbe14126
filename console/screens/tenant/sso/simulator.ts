import type { SsoSettings } from '../../../../client/client.ts';
import type { Draft } from './draft.ts';

/** The simulator has an identity provider of every such name; its users have addresses of the domain `<name>.example`. */
function simulatorName({ tenant, displayName }: Pick<SsoSettings, 'tenant' | 'displayName'>): string {
  return [slugOf(tenant.name) || slugOf(tenant.id) || 'tenant', slugOf(displayName)]
    .filter(Boolean)
    .join('-');
}

function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replace(/^-+|-+$/g, '');
}

/** Where sign-ins of the demonstration end. */
export const demoCallback = () => `${location.origin}/dev/demo/callback`;

/** The draft with the simulator in it, for the protocol that it has. */
export function withSimulator(draft: Draft, settings: SsoSettings): Draft {
  const name = simulatorName(settings);
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
