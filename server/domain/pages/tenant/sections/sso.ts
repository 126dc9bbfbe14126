import { ServiceError } from '../../../../core/errors.ts';
import { momentIn } from '../../../../core/languages/language.ts';
import { shownName } from '../../../../core/names.ts';
import { type Html, html } from '../../../../http/page.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import { type LoadedConnection, loadConnections } from '../../../federation/sso/load-connection.ts';
import type { View } from '../../account/account.ts';
import { partOf } from '../../account/layout.ts';
import type { Section, TenantPage } from '../tenant-page.ts';

/** The connections of the tenant, and the way to the page that sets them up. */
export const ssoSection: Section = {
  async show(page): Promise<View> {
    const { words, ctx } = page;
    const connections = await loadConnections(ctx, ctx.tenantAdministrator.tenantId);
    return {
      title: words.sso.title,
      body: html`<p>${words.sso.lead}</p>
${await Promise.all(connections.map((one) => connectionPart(page, one)))}`,
    };
  },
};

async function connectionPart(page: TenantPage, loaded: LoadedConnection): Promise<Html> {
  const { words, language } = page;
  const { protocol, lastTest, never, domains, awaits, setUp, closed } = words.sso;
  const { connection, testSucceededAt } = loaded;
  const name = connectionName(page, connection);
  const link = await linkOf(page, connection.id);
  return partOf(
    name,
    connection.settings.awaitsDecision && html`<p class="notice">${awaits}</p>`,
    html`<dl><dt>${protocol}</dt><dd>${protocolOf(page, loaded)}</dd>
<dt>${lastTest}</dt><dd>${testSucceededAt > 0 ? momentIn(language, testSucceededAt) : never}</dd>
<dt>${domains}</dt><dd>${loaded.domains.join(', ') || words.none}</dd></dl>`,
    link
      ? html`<p><a class="button" href="${link}" aria-label="${setUp}: ${name}">${setUp}</a></p>`
      : html`<p>${closed}</p>`,
  );
}

function connectionName({ words }: TenantPage, { id, name }: LoadedConnection['connection']): string {
  return shownName(name) || (id === defaultConnectionId ? words.sso.main : id);
}

export function protocolOf({ words }: TenantPage, { connection }: LoadedConnection): Html {
  const { saml, oidc, notSetUp } = words.sso;
  if (connection.protocol === 'none') return html`<span class="state">${notSetUp}</span>`;
  return html`<span class="state good">${connection.protocol === 'saml' ? saml : oidc}</span>`;
}

/** Returns the address of the setup page, unless the project keeps it closed for this tenant. */
async function linkOf({ call, ctx }: TenantPage, ssoId: string): Promise<string | undefined> {
  const { tenantId } = ctx.tenantAdministrator;
  try {
    const { adminSSOConfigurationLink } = await call<{ adminSSOConfigurationLink: string }>(
      'management.tenant.getAuthenticatedSSOLink',
      { tenantId, ssoId },
    );
    return adminSSOConfigurationLink;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'E011004') return undefined;
    throw error;
  }
}
