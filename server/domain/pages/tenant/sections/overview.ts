import { ssoAdmin, userAdmin } from '../../../../core/built-in-rights.ts';
import { shownName } from '../../../../core/names.ts';
import { type Html, html } from '../../../../http/page.ts';
import { loadConnections } from '../../../federation/sso/load-connection.ts';
import type { View } from '../../account/account.ts';
import { partOf } from '../../account/layout.ts';
import { pathOf, type Section, type TenantPage } from '../tenant-page.ts';
import { loadDomains } from './domains.ts';
import { invitePart } from './invite.ts';
import { createForm, loadTokens } from './provisioning.ts';
import { protocolOf } from './sso.ts';

/** The most frequent tasks of an administrator, and the state of the other sections. */
export const overviewSection: Section = {
  async show(page): Promise<View> {
    const { tenant, words } = page;
    const { tenantId, tenantName, rights } = tenant;
    const cards = [
      ...(rights.includes(userAdmin.id) ? [await membersPart(page), await tokensPart(page)] : []),
      ...(rights.includes(ssoAdmin.id) ? [await ssoPart(page)] : []),
      ...(rights.includes(userAdmin.id) ? [await domainsPart(page)] : []),
    ];
    return {
      title: shownName(tenantName || tenantId),
      body: html`<p>${words.overview.lead}</p>
${rights.includes(userAdmin.id) && (await invitePart(page))}
<div class="cards">${cards}</div>`,
    };
  },
};

async function membersPart(page: TenantPage): Promise<Html> {
  const { membersCount, allMembers } = page.words.overview;
  const { total } = await page.call<{ total: number }>('management.user.searchAll', {
    limit: 1,
    withTestUser: true,
  });
  return partOf(
    page.words.members.title,
    html`<p>${membersCount({ count: total })}</p>
<p><a href="${pathOf(page, 'members')}">${allMembers}</a></p>`,
  );
}

async function tokensPart(page: TenantPage): Promise<Html> {
  const { tokens, openProvisioning } = page.words.overview;
  const { title, empty } = page.words.provisioning;
  const count = (await loadTokens(page)).length;
  return partOf(
    title,
    html`<p>${count > 0 ? tokens({ count }) : empty}</p>`,
    await createForm(page),
    html`<p><a href="${pathOf(page, 'provisioning')}">${openProvisioning}</a></p>`,
  );
}

async function ssoPart(page: TenantPage): Promise<Html> {
  const { ctx, words } = page;
  const connections = await loadConnections(ctx, ctx.tenantAdministrator.tenantId);
  return partOf(
    words.sso.title,
    html`<p>${connections.map((one) => html`${protocolOf(page, one)} `)}</p>
<p><a href="${pathOf(page, 'sso')}">${words.overview.openSso}</a></p>`,
  );
}

async function domainsPart(page: TenantPage): Promise<Html> {
  const { words } = page;
  const { domainsCount, openDomains } = words.overview;
  const domains = await loadDomains(page);
  const verified = domains.filter(({ status }) => status === 'verified').length;
  return partOf(
    words.domains.title,
    html`<p>${
      domains.length > 0
        ? domainsCount({ verified, pending: domains.length - verified })
        : words.domains.empty
    }</p>
<p><a href="${pathOf(page, 'domains')}">${openDomains}</a></p>`,
  );
}
