import type { ProjectContext } from '../../../../core/context.ts';
import { listProjectFlows } from '../../flows/documents/load-flows.ts';
import { languageFor, readFileName, targetLocales } from '../../flows/screens/locales.ts';
import { accessKeyManagement } from './access-key-management.ts';
import { applicationsPortal, outboundApplications } from './applications.ts';
import { auditManagement } from './audit-management.ts';
import { openRows } from './open-rows.ts';
import type { WidgetPages } from './page.ts';
import { roleManagement } from './role-management.ts';
import { tenantProfile } from './tenant-profile.ts';
import { userManagement } from './user-management.ts';
import { userProfile } from './user-profile.ts';
import { widgetFacts } from './widget-facts.ts';
import { writeWidgetPage } from './write-page.ts';

/** The widgets that have pages, by the value of `widget-id`. Each has one ID, which is also its type. */
const widgets = new Map<string, WidgetPages>([
  ['user-management-widget', userManagement],
  ['access-key-management-widget', accessKeyManagement],
  ['role-management-widget', roleManagement],
  ['audit-management-widget', auditManagement],
  ['user-profile-widget', userProfile],
  ['tenant-profile-widget', tenantProfile],
  ['applications-portal-widget', applicationsPortal],
  ['outbound-applications-widget', outboundApplications],
]);

/** Describes the widgets for `config.json`. */
export function describeWidgets({ languages }: Pick<ProjectContext, 'languages'>): Record<string, object> {
  const described = { version: 1, allowSubTenants: false, targetLocales: targetLocales(languages) };
  return Object.fromEntries([...widgets.keys()].map((id) => [id, described]));
}

/**
 * Renders a page of a widget as HTML: `<page>.html`, or `<page>-<locale>.html`. Returns `undefined` if there is no such file.
 *
 * The HTML becomes part of the application’s page, so that it consists of the listed elements and attributes only.
 */
export async function renderWidgetPage(
  ctx: ProjectContext,
  type: string,
  widgetId: string,
  file: string,
): Promise<string | undefined> {
  const pages = type === widgetId ? widgets.get(type) : undefined;
  const named = pages && readFileName(ctx.languages, file, Object.keys(pages));
  const page = named && pages[named.id];
  if (!page) return undefined;
  const [facts, flows] = await Promise.all([widgetFacts(ctx), listProjectFlows(ctx)]);
  const written = page(languageFor(ctx, named.locale).texts, facts);
  if (written.kind !== 'profile') return writeWidgetPage(written);
  const open = new Set(flows.filter(({ isDisabled }) => !isDisabled).map(({ id }) => id));
  return writeWidgetPage({ ...written, rows: openRows(written.rows, (flow) => open.has(flow)) });
}
