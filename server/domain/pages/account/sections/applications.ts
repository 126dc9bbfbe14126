import { momentIn } from '../../../../core/languages/language.ts';
import { html } from '../../../../http/page.ts';
import { grantedAppIds } from '../../../applications/openid-provider/access.ts';
import { thirdPartyOf } from '../../../applications/openid-provider/third-party.ts';
import type { Consent } from '../../../directory/application-consents/consent.ts';
import { loadConsentsOf } from '../../../directory/application-consents/give-consent.ts';
import { withdrawApplicationConsents } from '../../../directory/application-consents/withdraw-consents.ts';
import type { InboundApp } from '../../../directory/inbound-apps/inbound-app.ts';
import { findInboundApps } from '../../../directory/inbound-apps/load-app.ts';
import { loadMcpServers } from '../../../directory/mcp-servers/load-server.ts';
import type { McpServer } from '../../../directory/mcp-servers/mcp-server.ts';
import { applicationsOf } from '../../applications/applications-of.ts';
import type { Account, Section } from '../account.ts';
import { formOf, partOf } from '../layout.ts';

/** The applications that the user opens, and those of third parties that they allowed something. */
export const applicationsSection: Section = {
  async show(account) {
    const { ctx, user, words } = account;
    const { title, own, ownLead, open, allowed, allowedLead, none } = words.applications;
    const apps = await applicationsOf(ctx, await grantedAppIds(ctx, user));
    const consents = await loadConsentsOf(ctx, user);
    const known = await findInboundApps(ctx, [...new Set(consents.map(({ appId }) => appId))]);
    const servers = known.length > 0 ? await loadMcpServers(ctx) : [];
    const items = consents.flatMap((consent) => {
      const app = known.find(({ id }) => id === consent.appId);
      return app ? itemOf(account, consent, app, servers) : [];
    });
    const names = apps.map(
      ({ name, url }) => html`<li><a href="${url}">${name}</a></li>
`,
    );
    return {
      title,
      body: html`${
        apps.length > 0 &&
        partOf(
          own,
          html`<p>${ownLead}</p>
<ul>
${names}</ul>
<p><a href="/apps/${ctx.project.id}">${open}</a></p>`,
        )
      }${partOf(
        allowed,
        items.length > 0
          ? html`<p>${allowedLead}</p>
<ul class="items">
${items}</ul>`
          : html`<p>${none}</p>`,
      )}`,
    };
  },
  async act({ ctx, user }, { one: { withdraw = '' } }) {
    if (!withdraw) return { keep: {} };
    // What a tenant has allowed for all its members is not one member's to withdraw.
    await withdrawApplicationConsents(ctx, { ids: [withdraw], userIds: [user.id], for: 'users' });
    return { done: 'applicationWithdrawn' };
  },
};

function itemOf(account: Account, consent: Consent, app: InboundApp, servers: McpServer[]) {
  const { user, words, language } = account;
  const { id, userId, tenantId, scopes, createdAt } = consent;
  const { since, forTenant, byTenant, unverified, withdraw } = words.applications;
  const tenant = user.tenants.find((one) => one.tenantId === tenantId)?.tenantName || tenantId;
  const isOwn = userId === user.id;
  const form = formOf(
    account,
    html`<input type="hidden" name="withdraw" value="${id}">
<button class="quiet" aria-label="${withdraw}: ${app.name}">${withdraw}</button>`,
  );
  return html`<li class="item"><div><p><strong>${app.name}</strong></p>
<ul>${scopes.map((scope) => html`<li>${wordsOf(account, app, servers, scope)}</li>`)}</ul>
${tenantId && html`<p class="hint">${isOwn ? forTenant({ tenant }) : byTenant({ tenant })}</p>`}${app.isDynamic && html`<p class="hint">${unverified}</p>`}<p class="hint">${since({ moment: momentIn(language, createdAt) })}</p></div>
${isOwn && form}</li>
`;
}

/**
 * The words of the consent page, also for a scope of the MCP server that the application was used at. A scope that is
 * nowhere defined any more is shown by its name.
 */
function wordsOf({ ctx, language }: Account, app: InboundApp, servers: McpServer[], scope: string): string {
  const { scopes } = language.texts.applicationSignIn.consent;
  if (Object.hasOwn(scopes, scope)) return scopes[scope as keyof typeof scopes];
  const { mcpServerId } = app.settings.registration;
  const usable = servers.filter(({ id }) => !mcpServerId || id === mcpServerId);
  const own = [undefined, ...usable].flatMap((server) => thirdPartyOf(ctx, app, server).scopes);
  return own.find(({ name }) => name === scope)?.description || scope;
}
