import type { ProjectContext } from '../../../../core/context.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { type Attributes, attributesJson, readAttributes } from '../attributes.ts';
import { addApplication, idFor } from '../change.ts';
import { readDetails } from '../details.ts';
import { createFirstSecret } from '../secrets/secrets.ts';
import { type InboundAppSettings, inboundClientId } from './inbound-app.ts';
import { checkInboundSettings, readInboundSettings } from './read-settings.ts';

export interface NewInboundApp {
  /** Default: a new ID. */
  id?: string | undefined;
  name: string;
  settings: Partial<InboundAppSettings>;
  customAttributes?: Attributes | undefined;
  /** For an application that registers itself: its name may be another's, too. */
  dynamic?: { clientId?: string };
}

export interface CreatedInboundApp {
  id: string;
  clientId: string;
  /** The secret; empty for an application without one. */
  secret: string;
}

/** Creates a third-party application. Throws E111801 if the ID or name is in use. */
export async function createInboundApp(
  ctx: ProjectContext,
  input: NewInboundApp,
): Promise<CreatedInboundApp> {
  const id = idFor(ctx, 'thirdParty', input.id);
  const { name, foldedName } = readDetails({ ...input.settings, name: input.name });
  const settings = readInboundSettings(input.settings);
  checkInboundSettings(settings);
  const clientId = input.dynamic?.clientId ?? inboundClientId(ctx.project.id, id);
  const attributes = await readAttributes(ctx, input.customAttributes);
  const row = {
    id,
    name,
    clientId,
    uniqueName: input.dynamic ? null : foldedName,
    dynamic: input.dynamic ? 1 : 0,
    settings: JSON.stringify(settings),
  } as const;
  return transaction(ctx, async (ctx) => {
    const customAttributes = await attributesJson(ctx, attributes);
    await addApplication(ctx, 'thirdParty', { ...row, customAttributes }, input.dynamic && { dynamic: true });
    return { id, clientId, secret: await createFirstSecret(ctx, 'thirdParty', row) };
  });
}
