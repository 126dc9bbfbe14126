import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { foldName } from '../../../../core/names.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { attributesJson, readAttributes } from '../attributes.ts';
import { addApplication, idFor } from '../change.ts';
import { readDetails } from '../details.ts';
import { createFirstSecret } from '../secrets/secrets.ts';
import { insertRow } from '../store.ts';
import { checkClient } from './check-client.ts';
import { namesProject } from './find-client.ts';
import { forgetNotifiedApps } from './notified-apps.ts';
import { type GivenSettings, readSettings } from './read-settings.ts';
import { defaultSsoApp, newClientId, type SsoAppDetails } from './sso-app.ts';
import { claimClientId } from './store-clients.ts';

export interface NewSsoApp extends SsoAppDetails {
  /** Defaults to a new ID. */
  id?: string;
  settings: GivenSettings;
  /** The existing credentials of an OIDC client that moves here; default: new ones. */
  clientId?: string;
  clientSecret?: string;
}

/**
 * Creates an application and returns its ID. An OIDC application gets a client secret, unless it is a public client or
 * authenticates by its keys.
 * Throws E111801 if the ID, name or client ID is in use, the client ID also if it is in another project.
 */
export async function createSsoApp(ctx: ProjectContext, input: NewSsoApp): Promise<string> {
  const projectId = ctx.project.id;
  const id = idFor(ctx, 'sso', input.id);
  const { type } = input.settings;
  const settings = await readSettings(ctx, input.settings);
  if (type === 'oidc') checkClient(settings);
  const clientId = type === 'oidc' ? readClientId(ctx, input.clientId ?? newClientId(projectId, id)) : null;
  const secret = readSecret(input.clientSecret);
  const attributes = await readAttributes(ctx, input.customAttributes);
  const row = {
    id,
    type,
    clientId,
    ...readDetails(input),
    enabled: (input.enabled ?? true) ? 1 : 0,
    settings: JSON.stringify(settings),
  } as const;
  await transaction(ctx, async (ctx) => {
    const customAttributes = await attributesJson(ctx, attributes);
    await addApplication(ctx, 'sso', { ...row, customAttributes }, { type });
    if (clientId && !namesProject(clientId) && !(await claimClientId(ctx.db, { projectId, id, clientId })))
      throw clientIdTaken();
    await createFirstSecret(ctx, 'sso', row, secret);
    forgetNotifiedApps(ctx);
  });
  return id;
}

/**
 * Adds the default application to a new project, as part of the transaction that creates the project. It has no
 * secret until the first rotation.
 */
export async function addDefaultSsoApp(ctx: ServiceContext, projectId: string): Promise<void> {
  const { id, name } = defaultSsoApp;
  const now = ctx.now();
  await insertRow(ctx.db, 'sso', {
    projectId,
    id,
    name,
    foldedName: foldName(name),
    type: 'oidc',
    description: '',
    logo: '',
    enabled: 1,
    clientId: newClientId(projectId, id),
    settings: '{}',
    customAttributes: '{}',
    createdAt: now,
    modifiedAt: now,
  });
}

function clientIdTaken(): ServiceError {
  return new ServiceError(
    'E111801',
    'clientId belongs to an application of another project. Leave it out to get a new one, or delete the other application first',
  );
}

/** Checks a client ID by RFC 6749 appendix A.1, without the colon that separates it from the secret (RFC 7617 §2). */
function readClientId({ project }: ProjectContext, text: string): string {
  // Requests with such an ID lead to the project that it names.
  if (namesProject(text) && !text.startsWith(`${project.id}.`)) throw clientIdTaken();
  if (text.startsWith(`${project.id}.~`))
    throw new ServiceError(
      'E011004',
      'clientId has the form of a third-party application’s. Choose another one',
    );
  if (/^[\x21-\x39\x3b-\x7e]{1,255}$/.test(text)) return text;
  throw new ServiceError('E011004', 'clientId must have 1 to 255 visible ASCII characters without a colon');
}

/** Checks a client secret by RFC 6749 appendix A.2. */
function readSecret(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x20-\x7e]{16,255}$/.test(text)) return text;
  throw new ServiceError('E011004', 'clientSecret must have 16 to 255 ASCII characters');
}
