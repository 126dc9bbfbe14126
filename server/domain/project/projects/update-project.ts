import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { readLocale } from '../../../core/locale.ts';
import { readName } from '../../../core/names.ts';
import { readPermittedIps } from '../../../core/permitted-ips.ts';
import type { Project, ProjectSettings, ScopeMapping } from '../../../core/project.ts';
import type { RateLimits } from '../../../core/rate-limits.ts';
import { afterCommit, transaction } from '../../../storage/transaction.ts';
import { changesBetween } from '../audit/changes.ts';
import { recordAudit } from '../audit/record.ts';
import { type BrowserSettings, checkBrowserSettings, readBrowserSettings } from './browser-settings.ts';
import { addApplicationKey, applicationKeyFor, applicationKeys } from './keys/application-keys.ts';
import { publishedBeforeUseMs } from './keys/key.ts';
import { addSigningKey, nextSigningKey, sessionKeys } from './keys/signing-keys.ts';
import { type LinkSettings, readLinkSettings } from './link-settings.ts';
import { checkLogos } from './logos/upload-logo.ts';
import { type PageSettings, readPageSettings } from './page-settings.ts';
import { toProject } from './project.ts';
import { readRateLimits } from './rate-limits.ts';
import { readRedirectUrls } from './redirect-url.ts';
import { pagesNotAllowed } from './redirect-urls.ts';
import { findProjectForUpdate, type SigningKeyRow, updateProjectRow as updateRow } from './store.ts';

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
  /** `true`: tokens of applications are signed with keys of their own, once caches can know them. */
  separateApplicationTokens?: boolean;
  sessionAudience?: boolean;
  /** The language of messages to users without one. */
  locale?: string;
  strictImpersonation?: boolean;
  provenSubdomains?: boolean;
  clientRegistration?: boolean;
  clientMetadataDocuments?: boolean;
  /** Replaces the whole list. `setScopeMappings` checks it. */
  scopeClaimMapping?: ScopeMapping[];
  /** Changes the named limits; the others stay as they are. */
  rateLimits?: Partial<RateLimits>;
  /** Replaces the whole list. */
  unlimitedAddresses?: string[];
  unlimitedIsChosen?: true;
}

const day = 24 * 60 * 60;

/** The ranges of the lifetimes of tokens, in seconds. */
export const tokenLifetimes = {
  /** At most a day, because a session token is accepted until it expires, even after its user has lost access. */
  session: { min: 60, max: day },
  /** Has an end, because signing keys stay published for this time. */
  refresh: { min: 5 * 60, max: 365 * day },
} as const;

/** The keys that a change of the settings adds. */
export interface PreparedKeys {
  session?: SigningKeyRow | undefined;
  application?: SigningKeyRow | undefined;
}

/** Creates the keys that a change requires. Takes long, so never call it inside a transaction. */
export async function prepareKeys(
  ctx: ProjectContext,
  { signingAlgorithm, separateApplicationTokens }: ProjectChanges,
): Promise<PreparedKeys> {
  if (signingAlgorithm === undefined && separateApplicationTokens === undefined) return {};
  const { settings } = ctx.project;
  const changed = {
    ...settings,
    ...(signingAlgorithm && { signingAlgorithm }),
    applicationKeysFrom: applicationKeysFrom(ctx, settings, separateApplicationTokens),
  };
  const isNewAlgorithm = changed.signingAlgorithm !== settings.signingAlgorithm;
  const project = { ...ctx.project, settings: changed };
  return {
    session: isNewAlgorithm ? await nextSigningKey(ctx, project) : undefined,
    application: await applicationKeyFor(ctx, changed),
  };
}

/** Tokens of applications get keys of their own once applications can know these. */
function applicationKeysFrom(
  ctx: TimedProjectData,
  before: Pick<ProjectSettings, 'applicationKeysFrom'>,
  separate: boolean | undefined,
): number | null {
  if (separate === undefined) return before.applicationKeysFrom;
  if (!separate) return null;
  return before.applicationKeysFrom ?? ctx.now() + publishedBeforeUseMs;
}

/** Updates a project. Throws E011004 for an invalid value. Other instances apply the change within seconds. */
export async function updateProject(ctx: ProjectContext, changes: ProjectChanges): Promise<Project> {
  const read = readChanges(changes);
  return applyChanges(ctx, read, await prepareKeys(ctx, read));
}

/**
 * Applies changes within a transaction, with the keys that `prepareKeys` created before it. A page that would be out of reach is
 * refused, or accepted with a note.
 */
export async function applyChanges(
  ctx: ProjectContext,
  changes: ProjectChanges,
  keys: PreparedKeys,
  note?: (sentence: string) => void,
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
      settings: JSON.stringify(changedSettings(ctx, row.settings, settings)),
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
    const problems = newlyNotAllowed({ ...ctx, project: toProject(row) }, { ...ctx, project }, settings);
    if (note) problems.forEach(note);
    else if (problems[0]) throw new ServiceError('E011004', problems[0]);
    // Uses the new lifetime: the old key stays published until its last token expires.
    if (keys.session) await addSigningKey({ ...ctx, project }, keys.session);
    if (keys.application) await addApplicationKey({ ...ctx, project }, keys.application);
    return project;
  });
  afterCommit(() => {
    ctx.cache.forget(`project:${project.id}`);
    sessionKeys.forget(ctx, project.id);
    applicationKeys.forget(ctx, project.id);
    ctx.cache.forget('allowed-origins');
  });
  return project;
}

/** Returns what is wrong with pages that are set now, or that were in reach until now. */
function newlyNotAllowed(
  before: ProjectContext,
  after: ProjectContext,
  { inviteUrl, hostedPages }: Pick<ProjectChanges, 'inviteUrl' | 'hostedPages'>,
): string[] {
  const known = pagesNotAllowed(before);
  const isSet = { inviteUrl, 'hostedPages.redirectUrl': hostedPages?.redirectUrl } as Record<string, unknown>;
  return pagesNotAllowed(after)
    .filter((name) => isSet[name] || !known.includes(name))
    .map(
      (name) =>
        `${name} is not on the project’s list of redirect URLs. Add it to the list, or use a URL that is on it`,
    );
}

function auditedFields({ name, tags, settings }: { name: string; tags: string; settings: string }): object {
  return { name, tags: JSON.parse(tags), ...JSON.parse(settings) };
}

function changedSettings(
  ctx: TimedProjectData,
  stored: string,
  { separateApplicationTokens, ...changes }: Omit<ProjectChanges, 'name' | 'tags'>,
) {
  const before = JSON.parse(stored) as Partial<ProjectSettings>;
  const { applicationKeysFrom: from = null } = before;
  return {
    ...before,
    ...changes,
    ...(separateApplicationTokens !== undefined && {
      applicationKeysFrom: applicationKeysFrom(ctx, { applicationKeysFrom: from }, separateApplicationTokens),
    }),
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
  const { strictImpersonation, provenSubdomains, clientRegistration, clientMetadataDocuments } = changes;
  const { separateApplicationTokens, sessionAudience } = changes;
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
    ...(separateApplicationTokens !== undefined && { separateApplicationTokens }),
    ...(sessionAudience !== undefined && { sessionAudience }),
    ...readBrowserSettings(changes),
    ...readLinkSettings(changes),
    ...readPageSettings(changes),
    ...(changes.locale !== undefined && { locale: readProjectLocale(changes.locale) }),
    ...(strictImpersonation !== undefined && { strictImpersonation }),
    ...(provenSubdomains !== undefined && { provenSubdomains }),
    ...(clientRegistration !== undefined && { clientRegistration }),
    ...(clientMetadataDocuments !== undefined && { clientMetadataDocuments }),
    ...(changes.scopeClaimMapping && { scopeClaimMapping: changes.scopeClaimMapping }),
    ...(rateLimits && { rateLimits: readRateLimits(rateLimits) }),
    ...(unlimitedAddresses && {
      unlimitedAddresses: readPermittedIps(unlimitedAddresses, 'unlimitedAddresses'),
      unlimitedIsChosen: true,
    }),
  };
}

function readProjectLocale(text: string): string {
  const locale = readLocale(text);
  if (locale) return locale;
  throw new ServiceError('E011004', 'locale must be a language tag such as en or de-AT');
}

function readLifetime(seconds: number): number {
  const { min, max } = tokenLifetimes.session;
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return seconds;
  throw new ServiceError(
    'E011004',
    `sessionLifetimeSeconds must be from ${min} (one minute) to ${max} (one day)`,
  );
}

function readRefreshTime(field: string, seconds: number): number {
  const { min, max } = tokenLifetimes.refresh;
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return seconds;
  throw new ServiceError('E011004', `${field} must be from ${min} (five minutes) to ${max} (a year)`);
}

const maxTags = 50;

function readTags(tags: string[]): string[] {
  const read = [...new Set(tags.map((tag) => readName(tag, 'tags')))];
  if (read.length <= maxTags) return read;
  throw new ServiceError('E011004', `A project can have at most ${maxTags} tags`);
}
