import type { ProjectContext } from '../../core/context.ts';
import type { Connection, ConnectionSettings } from './connection.ts';
import { providerOf } from './identity.ts';

type Configured = Pick<Connection, 'protocol' | 'settings'>;
type Replacement = Pick<ConnectionSettings, 'replacedProvider' | 'awaitsDecision'>;

/**
 * Whether a change puts another identity provider in the place of one. A management key vouches for what it sets; a setup
 * link goes around in mails, and whoever has it could become anybody of the connection: what it replaces is confirmed
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
 * A SAML identity provider is its keys: somebody else's metadata can have its entity ID. What its own address says is its
 * word. An OpenID provider is its issuer, whose host shows its keys.
 */
function isSameProvider(before: Configured, after: Configured): boolean {
  if (before.protocol !== after.protocol || providerOf(before) !== providerOf(after)) return false;
  const [old, now] = [before.settings, after.settings];
  if (after.protocol === 'oidc') return old.oidc.jwksUrl === now.oidc.jwksUrl || now.oidc.isDiscovered;
  if (now.idpMetadataUrl && now.idpMetadataUrl === old.idpMetadataUrl) return true;
  return now.idpCertificates.every((certificate) => old.idpCertificates.includes(certificate));
}
