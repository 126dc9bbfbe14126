import type { ProjectData } from '../../../../core/context.ts';
import { momentIn } from '../../../../core/languages/language.ts';
import type { Texts } from '../../../../core/languages/texts.ts';
import { shownName } from '../../../../core/names.ts';
import { type Html, html } from '../../../../http/page.ts';
import { grantedAppIds } from '../../../applications/openid-provider/access.ts';
import { thirdPartyOf } from '../../../applications/openid-provider/third-party.ts';
import type { Consent } from '../../../directory/application-consents/consent.ts';
import { loadConsentsOf } from '../../../directory/application-consents/give-consent.ts';
import { withdrawApplicationConsents } from '../../../directory/application-consents/withdraw-consents.ts';
import { loadMcpServers } from '../../../directory/applications/mcp-servers/load-server.ts';
import type { McpServer } from '../../../directory/applications/mcp-servers/mcp-server.ts';
import type { InboundApp } from '../../../directory/applications/third-party/inbound-app.ts';
import { findInboundApps } from '../../../directory/applications/third-party/load-app.ts';
import { wordsOfScope } from '../../application-sign-in/consent-page.ts';
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
      ({ name, url }) => html`<li><a href="${url}">${shownName(name)}</a></li>
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
  const { id, userId, tenantId, createdAt } = consent;
  const { since, forTenant, byTenant, unverified, withdraw } = words.applications;
  const tenant = shownName(user.tenants.find((one) => one.tenantId === tenantId)?.tenantName || tenantId);
  const isOwn = userId === user.id;
  const name = shownName(app.name);
  const form = formOf(
    account,
    html`<input type="hidden" name="withdraw" value="${id}">
<button class="quiet" aria-label="${withdraw}: ${name}">${withdraw}</button>`,
  );
  return html`<li class="item"><div><p><strong>${name}</strong></p>
${allowedIn(account, consent, app, servers)}${tenantId && html`<p class="hint">${isOwn ? forTenant({ tenant }) : byTenant({ tenant })}</p>`}${app.isDynamic && html`<p class="hint">${unverified}</p>`}<p class="hint">${since({ moment: momentIn(language, createdAt) })}</p></div>
${isOwn && form}</li>
`;
}

/** Lists what the page said, by resource server. */
function allowedIn(
  { ctx, language }: Account,
  { allowed, scopes }: Consent,
  app: InboundApp,
  servers: McpServer[],
): Html[] {
  const words = language.texts.applicationSignIn.consent;
  const listOf = (items: string[]) => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>
`;
  if (!allowed) return [listOf(scopes.map((name) => wordsNow(ctx, app, servers, name, words)))];
  return allowed.map((one) => {
    const server = servers.find(({ url }) => url === one.resource);
    const target = server
      ? words.server({ server: shownName(server.name), address: one.resource })
      : one.resource && words.resources({ addresses: one.resource });
    const items = one.scopes.filter(({ isRefused }) => !isRefused).map((scope) => wordsOfScope(scope, words));
    return html`${target && html`<p>${target}</p>`}${listOf([...items, ...(one.allRights ? [words.allRights] : [])])}`;
  });
}

/** Returns today's words for a scope of a consent that did not keep them. A scope that is nowhere defined any more is shown by its name. */
function wordsNow(
  ctx: ProjectData,
  app: InboundApp,
  servers: McpServer[],
  name: string,
  words: Texts['applicationSignIn']['consent'],
): string {
  const { mcpServerId } = app.settings.registration;
  const usable = servers.filter(({ id }) => !mcpServerId || id === mcpServerId);
  const own = [undefined, ...usable].flatMap((server) => thirdPartyOf(ctx, app, server).scopes);
  return wordsOfScope(own.find((scope) => scope.name === name) ?? { name, description: '' }, words);
}
