import type { Project, ProjectContext, ProjectSettings, ScopeMapping } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { readLocale } from '../../../core/locale.ts';
import { readName } from '../../../core/names.ts';
import { readPermittedIps } from '../../../core/permitted-ips.ts';
import type { RateLimits } from '../../../core/rate-limits.ts';
import { afterCommit, transaction } from '../../../storage/transaction.ts';
import { changesBetween } from '../audit/changes.ts';
import { recordAudit } from '../audit/record.ts';
import { type BrowserSettings, checkBrowserSettings, readBrowserSettings } from './browser-settings.ts';
import { addSigningKey, nextSigningKey } from './keys/signing-keys.ts';
import { type LinkSettings, readLinkSettings } from './link-settings.ts';
import { checkLogos } from './logos/upload-logo.ts';
import { type PageSettings, readPageSettings } from './page-settings.ts';
import { toProject } from './project.ts';
import { readRateLimits } from './rate-limits.ts';
import { readRedirectUrls } from './redirect-url.ts';
import { findProjectForUpdate, type SigningKeyRow, updateProject as updateRow } from './store.ts';

/** The changes to apply; absent fields stay as they are. */
export interface ProjectChanges extends Partial<BrowserSettings>, Partial<LinkSettings>, PageSettings {
  name?: string;
  /** Replaces all tags. */
  tags?: string[];
  /** Replaces the whole list. */
  redirectUrls?: string[];
  sessionLifetimeSeconds?: number;
  /** The time without a refresh after which a session ends. */
  refreshIdleSeconds?: number;
  /** The time after which a session ends, however steady its use. */
  refreshLifetimeSeconds?: number;
  /** A new algorithm: a key for it is created, and signs once caches can know it. */
  signingAlgorithm?: ProjectSettings['signingAlgorithm'];
  /** The language of messages to users without one. */
  locale?: string;
  strictImpersonation?: boolean;
  clientRegistration?: boolean;
  clientMetadataDocuments?: boolean;
  /** Replaces the whole list. `setScopeMappings` checks it. */
  scopeClaimMapping?: ScopeMapping[];
  /** Changes the named limits; the others stay as they are. */
  rateLimits?: Partial<RateLimits>;
  /** Replaces the whole list. */
  unlimitedAddresses?: string[];
}

const day = 24 * 60 * 60;

/** Creates the key that a change of the algorithm requires. Takes long, so never call it inside a transaction. */
export async function prepareKey(
  ctx: ProjectContext,
  algorithm: ProjectSettings['signingAlgorithm'] | undefined,
): Promise<SigningKeyRow | undefined> {
  const { settings } = ctx.project;
  if (algorithm === undefined || algorithm === settings.signingAlgorithm) return undefined;
  return nextSigningKey(ctx, { ...ctx.project, settings: { ...settings, signingAlgorithm: algorithm } });
}

/** Updates a project. Throws E011004 for an invalid value. Other instances apply the change within seconds. */
export async function updateProject(ctx: ProjectContext, changes: ProjectChanges): Promise<Project> {
  const read = readChanges(changes);
  return applyChanges(ctx, read, await prepareKey(ctx, read.signingAlgorithm));
}

/** Applies changes within a transaction, with the key that `prepareKey` created before it. */
export async function applyChanges(
  ctx: ProjectContext,
  changes: ProjectChanges,
  key: SigningKeyRow | undefined,
): Promise<Project> {
  const { name, tags, ...settings } = readChanges(changes);
  const project = await transaction(ctx, async (ctx) => {
    const row = await findProjectForUpdate(ctx.db, ctx.project.id);
    if (!row) throw new Error(`project ${ctx.project.id} is gone`);
    await checkLogos(ctx, settings.branding);
    const changed = {
      ...row,
      name: name ?? row.name,
      tags: tags ? JSON.stringify(tags) : row.tags,
      settings: JSON.stringify(changedSettings(row.settings, settings)),
    };
    await updateRow(ctx.db, row.id, { name: changed.name, tags: changed.tags, settings: changed.settings });
    await recordAudit(ctx, {
      action: 'ProjectModified',
      data: {
        ...settings,
        ...(name !== undefined && { name }),
        ...(tags && { tags }),
        changes: changesBetween(auditedFields(row), auditedFields(changed)),
      },
    });
    const project = toProject(changed);
    checkBrowserSettings(project.settings);
    // Uses the new lifetime: the old key stays published until its last token expires.
    if (key) await addSigningKey({ ...ctx, project }, key);
    return project;
  });
  afterCommit(() => {
    ctx.cache.forget(`project:${project.id}`);
    ctx.cache.forget(`signing-keys:${project.id}`);
    ctx.cache.forget('allowed-origins');
  });
  return project;
}

function auditedFields({ name, tags, settings }: { name: string; tags: string; settings: string }): object {
  return { name, tags: JSON.parse(tags), ...JSON.parse(settings) };
}

function changedSettings(stored: string, changes: Omit<ProjectChanges, 'name' | 'tags'>) {
  const before = JSON.parse(stored) as Partial<ProjectSettings>;
  return {
    ...before,
    ...changes,
    rateLimits: { ...before.rateLimits, ...changes.rateLimits },
    branding: { ...before.branding, ...changes.branding },
    hostedPages: { ...before.hostedPages, ...changes.hostedPages },
    accountPage: { ...before.accountPage, ...changes.accountPage },
  };
}

/** Returns only the given fields, because an absent value must not overwrite a stored one. */
function readChanges(changes: ProjectChanges): ProjectChanges {
  const { name, tags, redirectUrls, sessionLifetimeSeconds, signingAlgorithm } = changes;
  const { refreshIdleSeconds, refreshLifetimeSeconds, rateLimits, unlimitedAddresses } = changes;
  const { strictImpersonation, clientRegistration, clientMetadataDocuments } = changes;
  return {
    ...(name !== undefined && { name: readName(name) }),
    ...(tags && { tags: readTags(tags) }),
    ...(redirectUrls && { redirectUrls: readRedirectUrls(redirectUrls) }),
    ...(sessionLifetimeSeconds !== undefined && {
      sessionLifetimeSeconds: readLifetime(sessionLifetimeSeconds),
    }),
    ...(refreshIdleSeconds !== undefined && {
      refreshIdleSeconds: readRefreshTime('refreshIdleSeconds', refreshIdleSeconds),
    }),
    ...(refreshLifetimeSeconds !== undefined && {
      refreshLifetimeSeconds: readRefreshTime('refreshLifetimeSeconds', refreshLifetimeSeconds),
    }),
    ...(signingAlgorithm && { signingAlgorithm }),
    ...readBrowserSettings(changes),
    ...readLinkSettings(changes),
    ...readPageSettings(changes),
    ...(changes.locale !== undefined && { locale: readProjectLocale(changes.locale) }),
    ...(strictImpersonation !== undefined && { strictImpersonation }),
    ...(clientRegistration !== undefined && { clientRegistration }),
    ...(clientMetadataDocuments !== undefined && { clientMetadataDocuments }),
    ...(changes.scopeClaimMapping && { scopeClaimMapping: changes.scopeClaimMapping }),
    ...(rateLimits && { rateLimits: readRateLimits(rateLimits) }),
    ...(unlimitedAddresses && {
      unlimitedAddresses: readPermittedIps(unlimitedAddresses, 'unlimitedAddresses'),
    }),
  };
}

function readProjectLocale(text: string): string {
  const locale = readLocale(text);
  if (locale) return locale;
  throw new ServiceError('E011004', 'locale must be a language tag such as en or de-AT');
}

/**
 * Limits the lifetime of a session token to a day, because it is accepted until it expires, even after its user has
 * lost access.
 */
function readLifetime(seconds: number): number {
  if (Number.isInteger(seconds) && seconds >= 60 && seconds <= day) return seconds;
  throw new ServiceError('E011004', 'sessionLifetimeSeconds must be from 60 (one minute) to 86400 (one day)');
}

/** Requires an end, because signing keys stay published for this time. */
function readRefreshTime(field: string, seconds: number): number {
  if (Number.isInteger(seconds) && seconds >= 5 * 60 && seconds <= 365 * day) return seconds;
  throw new ServiceError('E011004', `${field} must be from 300 (five minutes) to ${365 * day} (a year)`);
}

const maxTags = 50;

function readTags(tags: string[]): string[] {
  const read = [...new Set(tags.map((tag) => readName(tag, 'tags')))];
  if (read.length <= maxTags) return read;
  throw new ServiceError('E011004', `A project can have at most ${maxTags} tags`);
}
