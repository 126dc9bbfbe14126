import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { failureOf } from '../../../../storage/failure.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { changesBetween } from '../../../project/audit/changes.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { readAttributeValues } from '../../custom-attributes/read-values.ts';
import { attributesJson, readDetails, type SsoAppDetails } from '../details.ts';
import { checkClient } from './check-client.ts';
import { noSsoApp } from './load-app.ts';
import { forgetNotifiedApps } from './notified-apps.ts';
import { type GivenSettings, readSettings } from './read-settings.ts';
import { defaultSsoApp, emptySettings, type SsoAppType } from './sso-app.ts';
import { deleteSsoAppRow, lockSsoAppRow, updateSsoAppRow } from './store.ts';

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
  const attributes =
    change.customAttributes && (await readAttributeValues(ctx, change.customAttributes, 'ssoApp'));
  try {
    await transaction(ctx, async (ctx) => {
      const row = await lockSsoAppRow(ctx.db, ctx.project.id, id);
      if (row?.type !== type) throw noSsoApp(id);
      const stored = JSON.parse(row.settings) as Record<string, unknown>;
      const staying = Object.entries(stored).filter(([field]) => kept[type].includes(field));
      const settings = { ...Object.fromEntries(staying), ...given };
      if (type === 'oidc') checkClient(settings);
      const enabled = change.enabled === undefined ? row.enabled : change.enabled ? 1 : 0;
      await updateSsoAppRow(ctx.db, ctx.project.id, id, {
        ...{ ...details, enabled },
        settings: JSON.stringify(settings),
        customAttributes: await attributesJson(ctx, attributes ?? JSON.parse(row.customAttributes)),
        modifiedAt: ctx.now(),
      });
      forgetNotifiedApps(ctx);
      const { name, description, enabled: wasEnabled } = row;
      const changes = changesBetween(
        { name, description, enabled: wasEnabled === 1, ...stored },
        { name: details.name, description: details.description, enabled: enabled === 1, ...settings },
        { withoutValues: ['certificate'] },
      );
      await recordAudit(ctx, { action: 'SsoAppModified', data: { id, name: details.name, changes } });
    });
  } catch (error) {
    if (failureOf(error) !== 'unique') throw error;
    throw new ServiceError('E111801', 'Another SSO application already has this name. Choose another name', {
      cause: error,
    });
  }
}

/** Deletes an application with its secrets and removes it from its users. Throws E111802 for an unknown ID. */
export async function deleteSsoApp(ctx: ProjectContext, id: string): Promise<void> {
  if (id === defaultSsoApp.id)
    throw new ServiceError(
      'E011004',
      `The application ${id} belongs to every project and cannot be deleted. Disable it instead`,
    );
  await transaction(ctx, async (ctx) => {
    const deleted = await deleteSsoAppRow(ctx.db, ctx.project.id, id);
    if (!deleted) throw noSsoApp(id);
    await ctx.dependents.forgetApplication(ctx, id);
    await recordAudit(ctx, { action: 'SsoAppDeleted', data: { id, name: deleted.name } });
  });
}
