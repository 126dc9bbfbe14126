import type { ProjectContext } from '../../../../core/context.ts';
import { type Attributes, attributesJson, readAttributes } from '../attributes.ts';
import { changeApplication } from '../change.ts';
import { readDetails } from '../details.ts';
import type { InboundAppSettings } from './inbound-app.ts';
import { checkInboundSettings, readInboundSettings } from './read-settings.ts';

export interface InboundAppChange {
  name?: string | undefined;
  settings: Partial<InboundAppSettings>;
  /** Replaces all values; absent: keeps them. */
  customAttributes?: Attributes | undefined;
}

/**
 * Changes an application. `overwrite`: absent settings become empty, except for what the application said about itself when it
 * registered. Throws E111802 for an unknown ID, and E111801 for a name in use.
 */
export async function changeInboundApp(
  ctx: ProjectContext,
  id: string,
  { name, settings: given, customAttributes }: InboundAppChange,
  { overwrite }: { overwrite: boolean },
): Promise<void> {
  const settings = readInboundSettings(given);
  const attributes = customAttributes && (await readAttributes(ctx, customAttributes));
  await changeApplication(ctx, 'thirdParty', id, async (row, ctx) => {
    const stored = JSON.parse(row.settings) as Partial<InboundAppSettings>;
    const details = readDetails({ ...settings, name: name ?? row.name });
    const base = overwrite ? { ...(stored.registration && { registration: stored.registration }) } : stored;
    const changed = { ...base, ...settings };
    checkInboundSettings(changed);
    return {
      set: {
        name: details.name,
        ...(row.dynamic === 0 && { uniqueName: details.foldedName }),
        settings: JSON.stringify(changed),
        ...(attributes && { customAttributes: await attributesJson(ctx, attributes) }),
      },
      before: { name: row.name, ...stored },
      after: { name: details.name, ...changed },
    };
  });
}
