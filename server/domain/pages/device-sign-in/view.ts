import type { ProjectContext } from '../../../core/context.ts';
import { deviceNameOf } from '../../../core/device.ts';
import { html, type Page } from '../../../http/page.ts';
import type { Client } from '../../applications/openid-provider/client.ts';
import { type DeviceRequest, devicePath } from '../../applications/openid-provider/device/device-request.ts';
import { showUserCode } from '../../applications/openid-provider/device/user-code.ts';
import { fieldOf } from '../hosted-pages/fields.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import type { Visitor } from '../hosted-pages/open-flow.ts';
import { cardOf } from '../hosted-pages/views.ts';
import { type Texts, texts } from './texts.ts';

/** Renders the field for the code. A code from the address is filled in, and still needs the button. */
export function enterView(
  { ctx, language }: Visitor,
  { value, problem }: { value: string; problem?: string },
): Page {
  const { enter } = texts[language];
  const field = fieldOf({
    ...{ name: 'user_code', label: enter.label, value, problem },
    ...{ autocomplete: 'off', isFirst: true, maxLength: 32 },
  });
  const body = cardOf(
    enter.title,
    html`<p class="lead">${value && !problem ? enter.prefilled : enter.lead}</p>
<form method="post" action="${devicePath(ctx.project.id)}">
${field}
<p><button>${enter.submit}</button></p>
</form>`,
  );
  return hostedPage(ctx.project, { language, title: enter.title, body });
}

/** Renders the question: which application, as whom, what it gets, and where the request came from. */
export function askView(
  { ctx, language }: Visitor,
  {
    client,
    request,
    ...shown
  }: {
    client: Client;
    request: DeviceRequest;
    userCode: string;
    loginId: string;
    asked: string;
    otherAccountAt: string | undefined;
  },
): Page {
  const { ask } = texts[language];
  const title = ask.title(client.app.name);
  const place = ask.address(request.remoteAddress, deviceNameOf(request.userAgent));
  const body = cardOf(
    title,
    html`<p class="account">${ask.account(shown.loginId)}${
      shown.otherAccountAt && html` <a href="${shown.otherAccountAt}">${ask.otherAccount}</a>`
    }</p>
<p>${ask.code}: <strong class="key">${showUserCode(shown.userCode)}</strong><br>
${ask.startedFrom}: <strong>${place}</strong></p>
<p id="gets">${ask.gets}</p>
<ul aria-labelledby="gets">${listOf(ask, request.scopes).map((item) => html`<li>${item}</li>`)}</ul>
<p><strong>${ask.warning}</strong></p>`,
    html`<form method="post" action="${confirmPath(ctx)}">
<input type="hidden" name="asked" value="${shown.asked}">
<button name="answer" value="allow">${ask.allow}</button>
<button name="answer" value="deny" class="quiet">${ask.deny}</button>
</form>`,
  );
  return hostedPage(ctx.project, { language, title, body });
}

export function confirmPath({ project }: ProjectContext): string {
  return `${devicePath(project.id)}/confirm`;
}

function listOf({ scopes: words }: Texts['ask'], scopes: string[]): string[] {
  const has = (...names: string[]) => names.some((name) => scopes.includes(name));
  return [
    words.sub,
    has('profile') && words.profile,
    has('email') && words.email,
    has('phone') && words.phone,
    has('roles', 'tenants', 'descope.claims') && words.rights,
    has('descope.custom_claims') && words.claims,
    has('offline_access') && words.offline,
  ].filter((text) => text !== false);
}
