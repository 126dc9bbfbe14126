import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Texts } from '../../../core/languages/texts.ts';
import { iconOf } from '../../../http/icons.ts';
import { type Html, html, sendPage } from '../../../http/page.ts';
import type { AuthorizationRequest } from '../../applications/openid-provider/authorization-request.ts';
import type { Client } from '../../applications/openid-provider/client.ts';
import { type AskedScope, askedScopes } from '../../applications/openid-provider/consent.ts';
import type { ThirdParty } from '../../applications/openid-provider/third-party.ts';
import type { Membership } from '../../directory/users/user.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { beginSignIn } from '../browser-sessions/sign-in.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import type { Visitor } from '../hosted-pages/open-flow.ts';
import { cardUnder } from '../hosted-pages/views.ts';

/** Whoever has this permission in a tenant may allow an application for all its members. */
const everyonePermission = 'Tenant Consent';

/** Where the form of the page goes. */
export const finishPath = '/oauth2/v1/apps/finish-authorize';

/** Asks the user whether a third-party application may have what it asks for. `sealed` says what the answer is for. */
export function sendConsentPage(
  { ctx, language }: Visitor,
  { client, thirdParty, wanted }: { client: Client; thirdParty: ThirdParty; wanted: AuthorizationRequest },
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
  const host = placeOfReturn(wanted.redirectUri);
  const tenant = user.tenants.find(({ tenantId }) => tenantId === wanted.tenantId);
  const otherAccount = beginSignIn(ctx, request, reply, { next });
  const title = words.title({ application: name });
  const body = cardUnder(
    logo
      ? html`<p class="logo"><img src="${logo}" alt="" referrerpolicy="no-referrer"></p>
`
      : undefined,
    title,
    html`<p class="account">${user.loginIds[0] ?? user.id}${
      otherAccount
        ? html` <a href="${otherAccount}">${language.texts.applicationSignIn.otherAccount}</a>`
        : html``
    }</p>`,
    inboundApp.isDynamic ? html`<p class="notice" role="note">${words.unverified({ host })}</p>` : undefined,
    html`<form method="post" action="${finishPath}">
<input type="hidden" name="client_id" value="${client.id}">
<input type="hidden" name="request" value="${sealed}">
<p>${words.lead({ application: name })}</p>
<ul class="scopes">${askedScopes(thirdParty, wanted, user).map((scope) => scopeItem(scope, words))}</ul>
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

export function scopeItem(
  { name, description, isOptional }: AskedScope,
  words: Texts['applicationSignIn']['consent'],
): Html {
  const text = name in words.scopes ? words.scopes[name as keyof typeof words.scopes] : description || name;
  if (!isOptional)
    return html`<li>${iconOf('check')}<span>${text}</span></li>
`;
  return html`<li><label><input type="checkbox" name="scope" value="${name}" checked><span>${text}</span></label></li>
`;
}

function tenantChoice(tenant: Membership, words: Texts['applicationSignIn']['consent']): Html {
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

/** Names the place to which the browser returns: a host, or the scheme of an application on the device. */
function placeOfReturn(url: string): string {
  const { host, protocol } = new URL(url);
  return host || protocol.slice(0, -1);
}
