import type { SsoSettings } from '../../../../client/client.ts';
import { baseUrl } from '../../../api/base-url.ts';
import type { Draft } from './draft.ts';

/** Returns the tenant's name at the simulator. Users of its identity provider have addresses in `<name>.example`. */
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
    .replace(/^-|-$/g, '');
}

/** The page where demonstration sign-ins end. */
export const demoCallback = () => `${baseUrl}/dev/demo/callback`;

/** Fills the draft with the simulator's values for the draft's protocol. */
export function withSimulator(draft: Draft, settings: SsoSettings): Draft {
  const name = simulatorName(settings);
  const at = `${baseUrl}/dev/idp`;
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
