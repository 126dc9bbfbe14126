import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Texts } from '../../../core/languages/texts.ts';
import { shownName } from '../../../core/names.ts';
import { iconOf } from '../../../http/icons.ts';
import { type Html, html, sendPage } from '../../../http/page.ts';
import type { AuthorizationRequest } from '../../applications/openid-provider/authorization-request.ts';
import type { Client } from '../../applications/openid-provider/client.ts';
import type { Asked } from '../../applications/openid-provider/consent.ts';
import type { OwnScope, ThirdParty } from '../../applications/openid-provider/third-party.ts';
import type { ShownScope } from '../../directory/application-consents/consent.ts';
import type { Membership } from '../../directory/users/user.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { beginSignIn } from '../browser-sessions/sign-in.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import type { Visitor } from '../hosted-pages/open-flow.ts';
import { cardUnder } from '../hosted-pages/views.ts';

/** The permission with which a user may allow an application for all members of a tenant. */
const everyonePermission = 'Tenant Consent';

/** Where the form of the page goes. */
export const finishPath = '/oauth2/v1/apps/finish-authorize';

/** Asks the user whether a third-party application may have what it asks for. `sealed` says what the answer is for. */
export function sendConsentPage(
  { ctx, language }: Visitor,
  {
    client,
    thirdParty,
    wanted,
    shown,
  }: { client: Client; thirdParty: ThirdParty; wanted: AuthorizationRequest; shown: Asked },
  { user }: StartedSession,
  {
    request,
    reply,
    next,
    sealed,
  }: { request: FastifyRequest; reply: FastifyReply; next: string; sealed: string },
): FastifyReply {
  const words = language.texts.applicationSignIn.consent;
  const { inboundApp } = thirdParty;
  const { registration } = inboundApp.settings;
  const { name, logo } = client.app;
  const host = shown.place;
  const tenant = user.tenants.find(({ tenantId }) => tenantId === wanted.tenantId);
  const otherAccount = beginSignIn(ctx, request, reply, { next });
  const title = words.title({ application: name });
  const body = cardUnder(
    logo
      ? html`<p class="logo"><img src="${logo}" alt="" referrerpolicy="no-referrer"></p>
`
      : undefined,
    title,
    html`<p class="account">${shownName(user.loginIds[0] ?? user.id)}${
      otherAccount
        ? html` <a href="${otherAccount}">${language.texts.applicationSignIn.otherAccount}</a>`
        : html``
    }</p>`,
    inboundApp.isDynamic ? html`<p class="notice" role="note">${words.unverified({ host })}</p>` : undefined,
    html`<form method="post" action="${finishPath}">
<input type="hidden" name="project" value="${ctx.project.id}">
<input type="hidden" name="client_id" value="${client.id}">
<input type="hidden" name="request" value="${sealed}">
<p>${words.lead({ application: name })}</p>
${scopeList(thirdParty, shown, words)}
${tenant ? tenantChoice(tenant, words) : html``}<button name="answer" value="allow">${words.allow}</button>
<button name="answer" value="deny" class="quiet">${words.deny}</button>
</form>`,
    html`<p class="hint">${words.back({ host })}${linkTo(registration.policyUri, words.policy)}${linkTo(registration.tosUri, words.terms)}</p>`,
  );
  const images = logo.startsWith('http') ? [logo] : [];
  return sendPage(
    reply,
    hostedPage(ctx.project, { language, title, body, images, endsAt: wanted.redirectUri }),
  );
}

/** A scope as the page lists it. */
export type ShownItem = Pick<OwnScope, 'name' | 'description' | 'isOptional'>;

type Words = Texts['applicationSignIn']['consent'];

/** Lists what a third-party application asks for, and names the resource server for which. */
export function scopeList(
  { mcpServer }: ThirdParty,
  { resources, scopes, allRights }: Pick<Asked, 'resources' | 'allRights'> & { scopes: ShownItem[] },
  words: Words,
): Html {
  const rights = { name: '', description: words.allRights, isOptional: false };
  const shown = allRights ? [...scopes, rights] : scopes;
  const places = resources.filter(Boolean);
  const target = mcpServer
    ? words.server({ server: shownName(mcpServer.name), address: mcpServer.url })
    : places.length > 0 && words.resources({ addresses: places.join(', ') });
  return html`<ul class="scopes">${shown.map((scope) => scopeItem(scope, words))}</ul>${target && html`<p>${target}</p>`}`;
}

/** Returns what a scope means, in the words of OpenID Connect or of the administrator who defined it. */
export function wordsOfScope(
  { name, description }: Pick<ShownScope, 'name' | 'description'>,
  { scopes }: Pick<Words, 'scopes'>,
): string {
  if (Object.hasOwn(scopes, name)) return scopes[name as keyof typeof scopes];
  return shownName(description || name);
}

export function scopeItem(scope: ShownItem, words: Words): Html {
  const { name, isOptional } = scope;
  const text = wordsOfScope(scope, words);
  if (!isOptional)
    return html`<li>${iconOf('check')}<span>${text}</span></li>
`;
  return html`<li><label><input type="checkbox" name="scope" value="${name}" checked><span>${text}</span></label></li>
`;
}

function tenantChoice(tenant: Membership, words: Words): Html {
  const everyone = html`<p><label class="choice"><input type="checkbox" name="everyone" value="yes"><span>${words.everyone({ tenant: tenant.tenantName })}</span></label></p>
`;
  return html`<p>${words.inTenant({ tenant: tenant.tenantName })}</p>
${mayAnswerForEveryone(tenant) ? everyone : html``}`;
}

export function mayAnswerForEveryone(tenant: Membership | undefined): boolean {
  return tenant?.permissions.includes(everyonePermission) ?? false;
}

function linkTo(url: string, label: string): Html {
  return url ? html` <a href="${url}" rel="noreferrer">${label}</a>` : html``;
}
