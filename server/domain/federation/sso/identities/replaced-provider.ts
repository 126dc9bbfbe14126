import type { ProjectContext } from '../../../../core/context.ts';
import type { Connection, ConnectionSettings } from '../connection.ts';
import { providerOf } from './identity.ts';

type Configured = Pick<Connection, 'protocol' | 'settings'>;
type Replacement = Pick<ConnectionSettings, 'replacedProvider' | 'awaitsDecision' | 'isTenantsChoice'>;

/**
 * Reports whether a change replaces the identity provider. A management key vouches for what it sets. A setup link is
 * forwarded by email, and its holder could become any user of the connection, so an administrator must confirm a
 * replacement. Setting up the provider of a blank connection is what the link is for, so it needs no confirmation.
 */
export function readReplacement(
  ctx: Pick<ProjectContext, 'actor'>,
  before: Configured,
  after: Configured,
): Replacement {
  const { replacedProvider, awaitsDecision, isTenantsChoice } = before.settings;
  const isBlank = !before.settings.idpEntityId && !before.settings.oidc.issuer;
  if (isBlank) return { replacedProvider: '', awaitsDecision: false, isTenantsChoice: isByTenant(ctx) };
  // A connection that is switched off keeps its provider: switching it on again replaces and confirms nothing.
  if (after.protocol === 'none') return { replacedProvider, awaitsDecision, isTenantsChoice };
  const current = before.protocol === 'none' ? { ...before, protocol: after.protocol } : before;
  return readChange(ctx, current, after);
}

function readChange(ctx: Pick<ProjectContext, 'actor'>, before: Configured, after: Configured): Replacement {
  const { replacedProvider, awaitsDecision, isTenantsChoice } = before.settings;
  // Saving other settings again does not confirm the provider that a link has set.
  if (isSameProvider(before, after)) return { replacedProvider, awaitsDecision, isTenantsChoice };
  const old = awaitsDecision ? replacedProvider : providerOf(before);
  if (isByTenant(ctx)) return { replacedProvider: old, awaitsDecision: true, isTenantsChoice };
  return {
    replacedProvider: old === providerOf(after) ? '' : old,
    awaitsDecision: false,
    isTenantsChoice: false,
  };
}

/** A tenant's own administrator proves as little about the users of other providers as a link does. */
function isByTenant({ actor }: Pick<ProjectContext, 'actor'>): boolean {
  return actor.type === 'setupLink' || actor.type === 'user';
}

/**
 * Compares identity providers. A SAML provider is identified by its keys, because foreign metadata can have its entity ID;
 * metadata from the provider's own address is trusted. An OpenID provider is identified by its issuer, whose host serves
 * its keys.
 */
function isSameProvider(before: Configured, after: Configured): boolean {
  if (before.protocol !== after.protocol || providerOf(before) !== providerOf(after)) return false;
  const [old, now] = [before.settings, after.settings];
  if (after.protocol === 'oidc') return old.oidc.jwksUrl === now.oidc.jwksUrl || now.oidc.isDiscovered;
  if (now.idpMetadataUrl && now.idpMetadataUrl === old.idpMetadataUrl) return true;
  return now.idpCertificates.every((certificate) => old.idpCertificates.includes(certificate));
}
