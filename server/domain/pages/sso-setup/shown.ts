import type { Language } from '../../../core/languages/language.ts';
import type { ConnectionSettings } from '../../federation/sso/connection.ts';
import type { MappingForm } from '../../federation/sso-setup-links/save-mapping.ts';
import type { SetupProtocol } from '../../federation/sso-setup-links/setup.ts';
import type { OpenSetup } from '../../federation/sso-setup-links/setup-link.ts';
import type { ProviderId } from './providers.ts';
import type { StepId } from './steps.ts';
import type { Refused } from './view-settings.ts';

export interface SetupView {
  language: Language;
  /** The step to show. Absent: where the reader continues. */
  step?: StepId | undefined;
  /** The protocol to show. Absent for the configured one, or the first that is offered. */
  protocol?: SetupProtocol | undefined;
  /** The identity provider whose steps to show. Absent for the one that was chosen. */
  provider?: ProviderId | undefined;
  saved?: boolean;
  /** The form of the identity provider that could not be saved, and the reason. */
  refused?: Refused;
  /** Any other form that was refused. */
  problem?: { reason: string; code: string; domain?: string };
  /** The domain whose record was just looked for, and the texts that were there. */
  looked?: { domain: string; texts: string[] };
  /** A mapping that is not saved: what the form has, and what the settings would be, unless it was refused. */
  draft?: { form: MappingForm; settings?: ConnectionSettings };
  /** The token of the directory, for the only time. */
  token?: string;
}

/** Returns the page's address with the choices that the reader has made. */
export function addressWith(
  address: string,
  choices: {
    step?: StepId | undefined;
    provider?: string | undefined;
    protocol?: string | undefined;
    saved?: '' | undefined;
  },
): string {
  const query = Object.entries(choices).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return value === '' ? name : `${name}=${encodeURIComponent(value)}`;
  });
  return query.length > 0 ? `${address}?${query.join('&')}` : address;
}

/** Returns the name of the tenant, with that of the connection if it has several. */
export function tenantNameOf({ loaded: { tenant, connection } }: OpenSetup): string {
  return connection.name ? `${tenant.name} (${connection.name})` : tenant.name;
}

/** Returns the address that the test leads to, for the page's policy. */
export function identityProviderAddress({ loaded }: OpenSetup): string | undefined {
  const { protocol, settings } = loaded.connection;
  if (protocol === 'none') return undefined;
  const saml = settings.requestBinding === 'post' ? settings.idpSsoPostUrl : settings.idpSsoUrl;
  return (protocol === 'oidc' ? settings.oidc.authorizationUrl : saml) || undefined;
}
