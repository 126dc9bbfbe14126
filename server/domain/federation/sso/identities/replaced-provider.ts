import type { ProjectContext } from '../../../../core/context.ts';
import type { Connection, ConnectionSettings } from '../connection.ts';
import { providerOf } from './identity.ts';

type Configured = Pick<Connection, 'protocol' | 'settings'>;
type Replacement = Pick<ConnectionSettings, 'replacedProvider' | 'awaitsDecision'>;

/**
 * Reports whether a change replaces the identity provider. A management key vouches for what it sets; a setup
 * link is forwarded in mails, and its holder could become any user of the connection: a replacement is confirmed
 * by an administrator first. The provider that a blank connection gets is what the link is for.
 */
export function readReplacement(ctx: ProjectContext, before: Configured, after: Configured): Replacement {
  const { replacedProvider, awaitsDecision } = before.settings;
  if (before.protocol === 'none') return { replacedProvider: '', awaitsDecision: false };
  const isSame = isSameProvider(before, after);
  if (ctx.actor.type === 'setupLink') {
    if (isSame) return { replacedProvider, awaitsDecision };
    return {
      replacedProvider: awaitsDecision ? replacedProvider : providerOf(before),
      awaitsDecision: true,
    };
  }
  // Saving other settings again is no decision about what a link has set.
  if (isSame) return { replacedProvider, awaitsDecision };
  const [old, current] = [awaitsDecision ? replacedProvider : providerOf(before), providerOf(after)];
  return { replacedProvider: old === current ? '' : old, awaitsDecision: false };
}

/**
 * A SAML identity provider is its keys: foreign metadata can have its entity ID. Metadata from its own address is
 * trusted. An OpenID provider is its issuer, whose host shows its keys.
 */
function isSameProvider(before: Configured, after: Configured): boolean {
  if (before.protocol !== after.protocol || providerOf(before) !== providerOf(after)) return false;
  const [old, now] = [before.settings, after.settings];
  if (after.protocol === 'oidc') return old.oidc.jwksUrl === now.oidc.jwksUrl || now.oidc.isDiscovered;
  if (now.idpMetadataUrl && now.idpMetadataUrl === old.idpMetadataUrl) return true;
  return now.idpCertificates.every((certificate) => old.idpCertificates.includes(certificate));
}
