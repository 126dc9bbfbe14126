import type { ProjectContext } from '../../../core/context.ts';
import { deviceNameOf } from '../../../core/device.ts';
import type { Language } from '../../../core/languages/language.ts';
import { html, type Page } from '../../../http/page.ts';
import type { Client } from '../../applications/openid-provider/client.ts';
import type { Asked } from '../../applications/openid-provider/consent.ts';
import { type DeviceRequest, devicePath } from '../../applications/openid-provider/device/device-request.ts';
import { showUserCode } from '../../applications/openid-provider/device/user-code.ts';
import { type ShownItem, scopeItem, scopeList } from '../application-sign-in/consent-page.ts';
import { fieldOf } from '../hosted-pages/fields.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import type { Visitor } from '../hosted-pages/open-flow.ts';
import { cardOf } from '../hosted-pages/views.ts';

/** Renders the field for the code. A code from the address is filled in, and still needs the button. */
export function enterView(
  { ctx, language }: Visitor,
  { value, problem }: { value: string; problem?: string },
): Page {
  const { enter } = language.texts.deviceSignIn;
  const field = fieldOf({
    name: 'user_code',
    label: enter.label,
    value,
    problem,
    autocomplete: 'off',
    isFirst: true,
    maxLength: 32,
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

/** Renders the question: which application, as whom, what it asks for, and where the request came from. */
export function askView(
  { ctx, language }: Visitor,
  {
    client,
    request,
    ...shown
  }: {
    client: Client;
    request: DeviceRequest;
    /** The scopes that a third-party application asks for. */
    thirdParty: Asked | undefined;
    userCode: string;
    loginId: string;
    asked: string;
    otherAccountAt: string | undefined;
  },
): Page {
  const { ask } = language.texts.deviceSignIn;
  const { consent, otherAccount } = language.texts.applicationSignIn;
  const { name } = client.app;
  const title = ask.title({ application: name });
  const identity = { name: 'openid', description: '', isOptional: false };
  const list =
    client.thirdParty && shown.thirdParty
      ? scopeList(
          client.thirdParty,
          { ...shown.thirdParty, scopes: withIdentity<ShownItem>(shown.thirdParty.scopes, identity) },
          consent,
        )
      : html`<ul class="scopes">${withIdentity(scopesToShow(language, request.scopes), identity).map((scope) => scopeItem(scope, consent))}</ul>`;
  const device = deviceNameOf(request.userAgent);
  const place = device ? `${request.remoteAddress} (${device})` : request.remoteAddress;
  const body = cardOf(
    title,
    html`<p class="account">${ask.account({ loginId: shown.loginId })}${
      shown.otherAccountAt && html` <a href="${shown.otherAccountAt}">${otherAccount}</a>`
    }</p>
<dl><dt>${ask.code}</dt><dd><strong class="key">${showUserCode(shown.userCode)}</strong></dd>
<dt>${ask.startedFrom}</dt><dd><strong>${place}</strong></dd></dl>`,
    html`<form method="post" action="${confirmPath(ctx)}">
<input type="hidden" name="asked" value="${shown.asked}">
<p>${consent.lead({ application: name })}</p>
${list}
<p class="notice">${ask.warning}</p>
<button name="answer" value="allow">${ask.allow}</button>
<button name="answer" value="deny" class="quiet">${ask.deny}</button>
</form>`,
  );
  return hostedPage(ctx.project, { language, title, body });
}

export function confirmPath({ project }: ProjectContext): string {
  return `${devicePath(project.id)}/confirm`;
}

/** Returns what the application asks for, and the user can give. */
function scopesToShow(language: Language, asked: string[]): ShownItem[] {
  const { rights, claims } = language.texts.deviceSignIn.ask;
  const own: Record<string, string> = {
    roles: rights,
    tenants: rights,
    'descope.claims': rights,
    'descope.custom_claims': claims,
  };
  const shown = asked.map((name) => ({ name, description: own[name] ?? '', isOptional: false }));
  return shown.filter(
    ({ description }, index) =>
      description === '' || shown.findIndex((scope) => scope.description === description) === index,
  );
}

/** Every application learns who the user is. */
function withIdentity<T extends { name: string }>(scopes: T[], identity: T): T[] {
  return [identity, ...scopes.filter(({ name }) => name !== identity.name)];
}
