import type { ProjectContext } from '../../../core/context.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html } from '../../../http/page.ts';
import { type Connection, serviceProviderOf } from '../../federation/sso/connection.ts';
import { oidcCallbackUrl } from '../../federation/sso/oidc/settings.ts';
import type { SetupForm, SetupProtocol } from '../../federation/sso-setup-links/setup.ts';
import { fieldOf } from '../hosted-pages/fields.ts';

/** Renders what the identity provider must know about us, in fields whose text is easily copied. */
export function oursView(
  ctx: ProjectContext,
  words: Texts['ssoSetup'],
  protocol: SetupProtocol,
  connection: Connection,
): Html {
  const { entityId, acsUrl } = serviceProviderOf(ctx, connection);
  const metadataUrl = serviceProviderOf(ctx, {
    ...connection,
    settings: { spEntityId: '', spAcsUrl: '' },
  }).entityId;
  const values =
    protocol === 'oidc'
      ? copied('callback-url', words.ours.callbackUrl, oidcCallbackUrl(ctx, connection))
      : html`${copied('acs-url', words.ours.acsUrl, acsUrl)}
${copied('entity-id', words.ours.entityId, entityId)}
<p><a href="${metadataUrl}">${words.ours.metadata}</a></p>`;
  return html`<section aria-labelledby="ours"><h2 id="ours">${words.oursHeading}</h2>
<p>${words.oursLead}</p>
${values}</section>`;
}

function copied(id: string, label: string, value: string): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" type="text" value="${value}" readonly></div>`;
}

export function formView(
  words: Texts['ssoSetup'],
  {
    address,
    protocol,
    connection,
    form,
  }: { address: string; protocol: SetupProtocol; connection: Connection; form: SetupForm | undefined },
): Html {
  const fields =
    protocol === 'oidc' ? oidcFields(words, connection, form) : samlFields(words, connection, form);
  return html`<section aria-labelledby="theirs"><h2 id="theirs">${words.theirsHeading}</h2>
<form method="post" action="${address}">
<input type="hidden" name="protocol" value="${protocol}">
${fields}
<button name="do" value="save">${words.save}</button>
</form></section>`;
}

function samlFields(words: Texts['ssoSetup'], { settings }: Connection, form: SetupForm | undefined): Html {
  const { saml } = words;
  return html`${fieldOf({
    name: 'metadataUrl',
    label: saml.metadataUrl,
    hint: saml.metadataUrlHint,
    autocomplete: 'off',
    value: form ? form.metadataUrl : settings.idpMetadataUrl,
    isOptional: true,
    maxLength: 2_048,
  })}
<div class="field"><label for="metadataXml">${saml.metadataXml}</label>
<textarea id="metadataXml" name="metadataXml" rows="6" spellcheck="false" autocomplete="off"
 aria-describedby="metadataXml-hint">${form?.metadataXml ?? ''}</textarea>
<p class="hint" id="metadataXml-hint">${saml.metadataXmlHint}</p></div>`;
}

function oidcFields(words: Texts['ssoSetup'], connection: Connection, form: SetupForm | undefined): Html {
  const { oidc: label } = words;
  const { oidc } = connection.settings;
  return html`${fieldOf({
    name: 'issuer',
    label: label.issuer,
    hint: label.issuerHint,
    autocomplete: 'off',
    value: form?.issuer ?? oidc.issuer,
    maxLength: 2_048,
  })}
${fieldOf({
  name: 'clientId',
  label: label.clientId,
  autocomplete: 'off',
  value: form?.clientId ?? oidc.clientId,
  maxLength: 512,
})}
${fieldOf({
  name: 'clientSecret',
  label: label.clientSecret,
  hint: connection.sealedClientSecret ? label.kept : label.clientSecretHint,
  autocomplete: 'off',
  type: 'password',
  isOptional: true,
  maxLength: 4_096,
})}`;
}
