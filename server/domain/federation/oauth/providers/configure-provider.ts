import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { refuseMissing } from '../../../../core/names.ts';
import { isLoopbackUrl, isWebUrl } from '../../../../core/url.ts';
import { isAppleKey } from '../../../../protocols/oauth/apple-secret.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { changesBetween } from '../../../project/audit/changes.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { withoutBlanks } from '../../relying-party/pasted.ts';
import { holdProvider, loadProvider } from '../load-provider.ts';
import { definitionOf, type OAuthProvider, plainSettings, secretPurpose } from '../provider.ts';
import type { ProviderSettings } from '../provider-settings.ts';
import { endpointsOf, issuerOf } from '../relying-party.ts';
import { deleteProviderRow, listProviderRows, saveProviderRow } from '../store.ts';
import { deleteIdentitiesOfProvider, forgetTokens } from '../store-identities.ts';
import { knownProviders } from './known.ts';

export interface ProviderInput extends Partial<ProviderSettings> {
  provider: string;
  enabled?: boolean;
  clientSecret?: string;
}

const maxProviders = 50;
/** The fields of a provider that have an address. */
export const providerUrls = [
  'issuer',
  'authorizationUrl',
  'tokenUrl',
  'userInfoUrl',
  'jwksUrl',
  'emailsUrl',
] as const;

/**
 * Sets the given fields and leaves the rest. The secret and the users' tokens belong to the client and server that they were
 * issued for, so they are deleted when another client or server takes its place.
 */
export async function configureProvider(ctx: ProjectContext, input: ProviderInput): Promise<OAuthProvider> {
  const { provider: name, enabled, ...pasted } = input;
  const { clientSecret, ...named } = withoutBlanks(pasted);
  const id = name.toLowerCase();
  refuseMissing('provider', id);
  if (!/^[a-z0-9][a-z0-9_-]*$/.test(id)) {
    throw new ServiceError('E011004', 'provider must consist of letters, digits, hyphens and underscores');
  }
  return transaction(ctx, async (ctx) => {
    const before = await holdProvider(ctx, id);
    if (!before && (await listProviderRows(ctx.db, ctx.project.id)).length >= maxProviders) {
      throw new ServiceError(
        'E011004',
        `A project can have at most ${maxProviders} OAuth providers. Delete one first`,
      );
    }
    const settings = { ...(before?.settings ?? plainSettings), ...withoutUndefined(named) };
    checkSettings(ctx, id, settings);
    const draft = { id, settings, definition: definitionOf(id, settings) };
    if (clientSecret && draft.definition.signsSecret && !isAppleKey(clientSecret)) {
      throw new ServiceError('E011004', 'clientSecret must be the private key from Apple, in PEM format');
    }
    const isSamePlace = before !== undefined && placeOf(before) === placeOf(draft as OAuthProvider);
    const now = ctx.now();
    const row = {
      projectId: ctx.project.id,
      id,
      enabled: (enabled ?? before?.enabled ?? true) ? (1 as const) : (0 as const),
      settings: JSON.stringify(settings),
      sealedSecret: sealSecret(ctx, id, clientSecret) ?? (isSamePlace ? before.sealedSecret : ''),
      createdAt: now,
      // The time of change identifies what is cached of the provider.
      modifiedAt: Math.max(now, (before?.modifiedAt ?? 0) + 1),
    };
    await saveProviderRow(ctx.db, row);
    if (before && (!isSamePlace || !settings.manageProviderTokens)) {
      await forgetTokens(ctx.db, ctx.project.id, id);
    }
    const changes = changesBetween(
      { enabled: before?.enabled, ...before?.settings },
      { enabled: row.enabled === 1, ...settings },
    );
    const data = { provider: id, changes, ...(clientSecret && { clientSecret: 'replaced' }) };
    await recordAudit(ctx, { action: 'OAuthProviderModified', method: 'oauth', data });
    return loadProvider(ctx, id);
  });
}

/** Deletes a provider. Its users keep their accounts and lose this way to sign in. */
export async function deleteProvider(ctx: ProjectContext, name: string): Promise<void> {
  const id = name.toLowerCase();
  await transaction(ctx, async (ctx) => {
    if (!(await deleteProviderRow(ctx.db, ctx.project.id, id))) throw new ServiceError('E113401');
    await deleteIdentitiesOfProvider(ctx.db, ctx.project.id, id);
    await recordAudit(ctx, { action: 'OAuthProviderDeleted', method: 'oauth', data: { provider: id } });
  });
}

/** Identifies the server that receives the secret and the tokens, and the client that sends them. */
function placeOf(provider: Pick<OAuthProvider, 'id' | 'settings' | 'definition'>): string {
  const { tokenUrl, userInfoUrl, emailsUrl } = endpointsOf(provider as OAuthProvider);
  const { clientId, jwksUrl } = provider.settings;
  return JSON.stringify([
    issuerOf(provider as OAuthProvider),
    clientId,
    tokenUrl,
    userInfoUrl,
    emailsUrl,
    jwksUrl,
  ]);
}

function sealSecret(
  ctx: Pick<ProjectContext, 'project' | 'sealer'>,
  id: string,
  secret: string | undefined,
): string | undefined {
  if (secret === undefined) return undefined;
  return secret && ctx.sealer.seal(secret, secretPurpose(ctx.project.id, id));
}

function checkSettings(ctx: Pick<ProjectContext, 'mode'>, id: string, settings: ProviderSettings): void {
  for (const name of providerUrls) {
    const value = settings[name];
    if (!value) continue;
    const isSafe = /^https:/i.test(value) || (ctx.mode === 'development' && isLoopbackUrl(value));
    if (!isWebUrl(value) || !isSafe || (name === 'issuer' && /[?#]/.test(value))) {
      throw new ServiceError('E011004', `${name} must be an absolute https URL`);
    }
  }
  if (knownProviders.has(id)) return;
  const { protocol, issuer, authorizationUrl, tokenUrl, userInfoUrl } = settings;
  if (protocol === 'oidc' && !issuer)
    throw new ServiceError('E011004', 'issuer is required. Set the issuer of the provider');
  if (protocol === 'oauth2' && !(authorizationUrl && tokenUrl && userInfoUrl)) {
    throw new ServiceError(
      'E011004',
      'An OAuth 2.0 provider needs authorizationUrl, tokenUrl and userInfoUrl. Set all three',
    );
  }
}

function withoutUndefined<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
}
