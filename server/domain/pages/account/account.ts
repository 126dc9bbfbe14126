import type { UserContext } from '../../../core/context.ts';
import type { Language } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import type { LimitKind } from '../../../core/rate-limits.ts';
import { withQuery } from '../../../core/url.ts';
import type { Html } from '../../../http/page.ts';
import type { InReach } from '../../sessions/sessions/in-reach.ts';
import type { AdministeredTenant } from '../../sessions/tenant-administrators/administered-tenants.ts';
import type { Form } from '../hosted-pages/open-flow.ts';
import type { DoneName, SectionName } from './names.ts';
import type { Kept } from './page-state.ts';

/** One request of a signed-in user on their account page. */
export interface Account {
  ctx: UserContext;
  user: InReach;
  language: Language;
  words: Texts['account'];
  section: SectionName;
  kept: Kept;
  /** The user has signed in within the last minutes, and may make sensitive changes. */
  isRecent: boolean;
  /** The tenants that the user administers with this session. */
  administered: AdministeredTenant[];
  count(kind: LimitKind): Promise<void>;
}

/** A user who changes their own account, on this page or in a flow of a widget. */
export type Self = Pick<Account, 'ctx' | 'user' | 'count'>;

export interface View {
  title: string;
  body: Html;
}

/** The result of a form. */
export type Outcome =
  | { done: DoneName; next?: SectionName }
  /** Goes on in the section, with data for its next step. */
  | { keep: Partial<Kept> }
  /** A page that is shown only now. */
  | { view: View }
  /** Data for the script of the page. */
  | { data: object }
  | { file: { name: string; content: string } }
  /** The session has ended. Without a text, the user has signed out. */
  | { signedOut: true; view?: { title: string; text: string } };

/** The fields of a form: the single value of a name, or all of its values. */
export interface Fields {
  one: Form;
  all(name: string): string[];
}

export interface Section {
  show(account: Account): View | Promise<View>;
  act?(account: Account, fields: Fields): Outcome | Promise<Outcome>;
  /** Reports whether a form requires that the user has signed in recently. */
  isSensitive?(form: Form): boolean;
}

export const accountPath = '/account';
export const tenantPath = '/tenant';

/** Returns the address of the page of a tenant's administrators. */
export function tenantPathOf(tenantId: string): string {
  return `${tenantPath}/${encodeURIComponent(tenantId)}`;
}

export function pathOf(projectId: string, section: SectionName, query: Record<string, string> = {}): string {
  const path = `${accountPath}/${projectId}${section === 'profile' ? '' : `/${section}`}`;
  const { pathname, search } = new URL(withQuery(`http://page${path}`, query));
  return pathname + search;
}
