import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { attributesJson, readAttributes } from '../attributes.ts';
import { changeApplication, deleteApplication } from '../change.ts';
import { readDetails } from '../details.ts';
import { noApplication } from '../kinds.ts';
import { checkClient } from './check-client.ts';
import { releaseClientIds } from './find-client.ts';
import { forgetNotifiedApps } from './notified-apps.ts';
import { type GivenSettings, readSettings } from './read-settings.ts';
import { defaultSsoApp, emptySettings, type SsoAppDetails, type SsoAppType } from './sso-app.ts';

/** Settings that stay if they are absent, because not every SDK can send them. All others are cleared. */
const kept: Record<SsoAppType, string[]> = {
  oidc: Object.keys(emptySettings.oidc).filter(
    (field) => field !== 'loginPageUrl' && field !== 'forceAuthentication',
  ),
  saml: [
    ...['defaultSignatureAlgorithm', 'errorRedirectUrl', 'signedRequestsRequired', 'assertionEncrypted'],
    ...['persistentNameId', 'unverifiedAddresses'],
  ],
  wsfed: ['replyAllowedCallbacks'],
};

/**
 * Overwrites an application. `enabled`, custom attributes and the settings in `kept` stay if they are absent.
 * Throws E111802 if no application of this type has the ID, and E111801 for a name in use.
 */
export async function changeSsoApp(
  ctx: ProjectContext,
  id: string,
  change: SsoAppDetails & { settings: GivenSettings },
): Promise<void> {
  const details = readDetails(change);
  const { type } = change.settings;
  const given = await readSettings(ctx, change.settings);
  const attributes = change.customAttributes && (await readAttributes(ctx, change.customAttributes));
  await changeApplication(ctx, 'sso', id, async (row, ctx) => {
    if (row.type !== type) throw noApplication('sso', id);
    const stored = JSON.parse(row.settings) as Record<string, unknown>;
    const staying = Object.entries(stored).filter(([field]) => kept[type].includes(field));
    const settings = { ...Object.fromEntries(staying), ...given };
    if (type === 'oidc') checkClient(settings);
    const wasEnabled = row.enabled === 1;
    const enabled = change.enabled ?? wasEnabled;
    const flag: 0 | 1 = enabled ? 1 : 0;
    forgetNotifiedApps(ctx);
    return {
      set: {
        ...details,
        enabled: flag,
        settings: JSON.stringify(settings),
        ...(attributes && { customAttributes: await attributesJson(ctx, attributes) }),
      },
      before: { name: row.name, description: row.description, enabled: wasEnabled, ...stored },
      after: { name: details.name, description: details.description, enabled, ...settings },
    };
  });
}

/** Deletes an application and removes it from its users. Throws E111802 for an unknown ID. */
export async function deleteSsoApp(ctx: ProjectContext, id: string): Promise<void> {
  if (id === defaultSsoApp.id)
    throw new ServiceError(
      'E011004',
      `The application ${id} is built into every project and cannot be deleted. Disable it instead`,
    );
  await transaction(ctx, async (ctx) => {
    await deleteApplication(ctx, 'sso', id);
    await releaseClientIds(ctx, ctx.project.id, id);
  });
}
