import type { Language } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { withQuery } from '../../../core/url.ts';
import type { InReach } from '../../sessions/sessions/in-reach.ts';
import type { AdministeredTenant } from '../../sessions/tenant-administrators/administered-tenants.ts';
import type { AdministratorContext } from '../../sessions/tenant-administrators/administrator-context.ts';
import { type Fields, tenantPathOf, type View } from '../account/account.ts';
import type { Form } from '../hosted-pages/open-flow.ts';
import type { Call } from './call.ts';
import type { SectionName } from './names.ts';

export type DoneName = keyof Texts['tenantPage']['done'];

/** One request of an administrator of a tenant on its page. */
export interface TenantPage {
  ctx: AdministratorContext;
  user: InReach;
  tenant: AdministeredTenant;
  language: Language;
  words: Texts['tenantPage'];
  section: SectionName;
  query: Form;
  /** Calls an endpoint by its name, by the rules for administrators of tenants. */
  call: Call;
  /** The form that was refused, and the reason. */
  refused?: { form: Fields; problem: string };
}

/** The result of a form. */
export type Outcome =
  | { done: DoneName; query?: Query }
  /** A page that is shown only now. */
  | { view: View }
  /** Shows the section again, with this problem. */
  | { problem: string };

export interface Section {
  show(page: TenantPage): View | Promise<View>;
  act?(page: TenantPage, fields: Fields): Outcome | Promise<Outcome>;
}

type Query = Record<string, string>;

/** The parts of an address that say what a section shows. */
const kept = ['projectId', 'user', 'role'] as const;

/** Returns the address of a section. Keeps the project if the address of this page names it. */
export function pathOf(
  { tenant, query: { projectId } }: Pick<TenantPage, 'query'> & { tenant: { tenantId: string } },
  section: SectionName,
  query: Query = {},
): string {
  const path = `${tenantPathOf(tenant.tenantId)}${section === 'overview' ? '' : `/${section}`}`;
  const { pathname, search } = new URL(
    withQuery(`http://page${path}`, { ...query, ...(projectId && { projectId }) }),
  );
  return pathname + search;
}

/** Returns the address of what this page shows, without what is shown only once. */
export function ownPathOf(page: Pick<TenantPage, 'query' | 'section'> & { tenant: { tenantId: string } }) {
  const shown = kept.flatMap((name) => (page.query[name] ? [[name, page.query[name]] as const] : []));
  return pathOf(page, page.section, Object.fromEntries(shown));
}

/** Returns what a field of the refused form had, or the value that it has otherwise. */
export function keptValue({ refused }: TenantPage, name: string, otherwise = ''): string {
  return refused ? (refused.form.one[name] ?? '') : otherwise;
}
