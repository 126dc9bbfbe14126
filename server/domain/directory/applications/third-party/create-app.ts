import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { mergeAttributeValues, readAttributeValues } from '../../custom-attributes/read-values.ts';
import { readDetails } from '../details.ts';
import { createSecret } from '../secrets/secrets.ts';
import { readSsoAppId } from '../sso/sso-app.ts';
import { type InboundAppSettings, inboundClientId } from './inbound-app.ts';
import { checkInboundSettings, readInboundSettings } from './read-settings.ts';
import { insertInboundApp } from './store.ts';

export interface NewInboundApp {
  /** Default: a new ID. */
  id?: string | undefined;
  name: string;
  settings: Partial<InboundAppSettings>;
  /** Values by attribute name. */
  customAttributes?: Record<string, unknown> | undefined;
  /** For an application that registers itself: its name may be another's, too. */
  dynamic?: { clientId?: string };
}

export interface CreatedInboundApp {
  id: string;
  clientId: string;
  /** Empty for an application without a secret. */
  secret: string;
}

/** Creates a third-party application. Throws E111801 if the ID or name is in use. */
export async function createInboundApp(
  ctx: ProjectContext,
  input: NewInboundApp,
): Promise<CreatedInboundApp> {
  const projectId = ctx.project.id;
  const id = input.id ? readSsoAppId(input.id) : newId('C', ctx.now());
  const { description = '', logo = '' } = input.settings;
  const { name, foldedName } = readDetails({ name: input.name, description, logo });
  const settings = readInboundSettings(input.settings);
  checkInboundSettings(settings);
  const clientId = input.dynamic?.clientId ?? inboundClientId(projectId, id);
  const attributes = await readAttributeValues(ctx, input.customAttributes ?? {}, 'ssoApp');
  return transaction(ctx, async (ctx) => {
    const created = await insertInboundApp(ctx.db, {
      ...{ projectId, id, name, clientId },
      uniqueName: input.dynamic ? null : foldedName,
      dynamic: input.dynamic ? 1 : 0,
      settings: JSON.stringify(settings),
      customAttributes: JSON.stringify(await mergeAttributeValues(ctx, {}, attributes, 'ssoApp')),
      createdAt: ctx.now(),
      modifiedAt: ctx.now(),
    });
    if (!created)
      throw new ServiceError('E111801', 'A third-party application with this ID or name already exists');
    const hasSecret =
      !settings.nonConfidentialClient && settings.tokenEndpointAuthMethod !== 'private_key_jwt';
    const secret = !hasSecret ? undefined : await createSecret(ctx, 'inboundApp', id, { name: 'default' });
    await recordAudit(ctx, {
      action: 'InboundAppCreated',
      data: { id, name, ...(input.dynamic && { dynamic: true }) },
    });
    return { id, clientId, secret: secret?.secret ?? '' };
  });
}
