import type { ProjectContext } from '../../../../core/context.ts';
import { rulesOf } from '../../../credentials/passwords/rules.ts';
import { findAllTenantIds } from '../../../directory/tenants/load-tenant.ts';
import { canChangeAddress, editableAttributes, editableTexts } from '../../account/editable.ts';
import type { WidgetFacts } from './page.ts';

/** Returns what the project lets users and administrators of tenants change themselves, as on their pages. */
export async function widgetFacts(ctx: ProjectContext): Promise<WidgetFacts> {
  const [attributes, email, phone, { isEnabled }, tenants] = await Promise.all([
    editableAttributes(ctx),
    canChangeAddress(ctx, 'email'),
    canChangeAddress(ctx, 'sms'),
    rulesOf(ctx),
    findAllTenantIds(ctx),
  ]);
  return {
    editable: [
      ...editableTexts(ctx),
      ...(email ? (['email'] as const) : []),
      ...(phone ? (['phone'] as const) : []),
    ],
    attributes,
    tenantAttributes: ctx.project.settings.accountPage.editableTenantAttributes,
    deletion: ctx.project.settings.accountPage.deletion,
    hasPasswords: isEnabled,
    hasTenants: tenants.length > 0,
  };
}
