import type { ProjectContext } from '../../../core/context.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html } from '../../../http/page.ts';
import { fieldsScript } from '../../../http/page-scripts.ts';
import { type Connection, serviceProviderOf } from '../../federation/sso/connection.ts';
import { oidcCallbackUrl } from '../../federation/sso/oidc/settings.ts';
import type { SetupForm, SetupProtocol } from '../../federation/sso-setup-links/setup.ts';
import { copyButtonOf, fieldOf, passwordFieldOf } from '../hosted-pages/fields.ts';
import type { OurValue, ProviderId } from './providers.ts';

/** A form that could not be saved, and the reason. */
export interface Refused {
  form: SetupForm;
  reason: string;
  /** The identity providers of metadata that describes several. */
  entityIds: string[];
}

/** Returns what the identity provider must know about us. */
export function ourValuesOf(
  ctx: Pick<ProjectContext, 'baseUrl' | 'project'>,
  connection: Connection,
): Record<OurValue, string> {
  const { entityId, acsUrl } = serviceProviderOf(ctx, connection);
  const { entityId: metadataUrl } = serviceProviderOf(ctx, {
    ...connection,
    settings: { spEntityId: '', spAcsUrl: '' },
  });
  const acsUrlPattern = `^${acsUrl.replace(/[/.?+*$^|()[\]{}\\]/g, '\\$&')}$`;
  return { acsUrl, acsUrlPattern, entityId, metadataUrl, redirectUri: oidcCallbackUrl(ctx, connection) };
}

/** Renders these values in fields whose text is easily copied. */
export function oursView(
  words: Texts['ssoSetup'],
  protocol: SetupProtocol,
  { acsUrl, entityId, metadataUrl, redirectUri }: Record<OurValue, string>,
): Html {
  const { ours } = words;
  const values =
    protocol === 'oidc'
      ? copied(ours, 'callback-url', ours.callbackUrl, redirectUri)
      : html`${copied(ours, 'acs-url', ours.acsUrl, acsUrl)}
${copied(ours, 'entity-id', ours.entityId, entityId)}
<p class="hint"><a href="${metadataUrl}">${ours.metadata}</a></p>`;
  return html`<p>${words.oursLead}</p>
${values}`;
}

/** Renders a value with a button that copies it. */
function copied(words: Texts['ssoSetup']['ours'], id: string, label: string, value: string): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
<div class="copied">
<input id="${id}" type="text" value="${value}" readonly>
${copyButtonOf(id, words, label)}
</div>
${fieldsScript}</div>`;
}

export function formView(
  words: Texts['ssoSetup'],
  {
    address,
    protocol,
    provider,
    connection,
    refused,
  }: {
    address: string;
    protocol: SetupProtocol;
    provider: ProviderId | undefined;
    connection: Connection;
    refused: Refused | undefined;
  },
): Html {
  const fields =
    protocol === 'oidc' ? oidcFields(words, connection, refused) : samlFields(words, connection, refused);
  return html`<form method="post" action="${address}">
<input type="hidden" name="protocol" value="${protocol}">
${providerField(provider)}
${fields}
<p><button name="do" value="save">${words.save}</button></p>
</form>`;
}

/** Keeps the choice of the identity provider, which only the address has. */
export function providerField(provider: ProviderId | undefined): Html | undefined {
  return provider && html`<input type="hidden" name="provider" value="${provider}">`;
}

type FieldName = Exclude<keyof SetupForm, 'protocol'>;

/** Names the field that the reason is about, as the operations name it, or else the one that leads to the others. */
function fieldOfReason({ form, reason, entityIds }: Refused): FieldName {
  if (entityIds.length > 0) return 'entityId';
  if (form.protocol === 'saml') return form.metadataXml ? 'metadataXml' : 'metadataUrl';
  return (['clientId', 'clientSecret'] as const).find((name) => reason.includes(name)) ?? 'issuer';
}

/** Returns the reason for one field. Reasons are English. */
function problemOf(
  words: Texts['ssoSetup'],
  refused: Refused | undefined,
  name: FieldName,
): Html | undefined {
  if (!refused || fieldOfReason(refused) !== name) return undefined;
  return html`${words.problem} <span lang="en">${refused.reason}</span>`;
}

function samlFields(words: Texts['ssoSetup'], { settings }: Connection, refused: Refused | undefined): Html {
  const { saml } = words;
  const form = refused?.form;
  const problem = problemOf(words, refused, 'metadataXml');
  return html`${fieldOf({
    name: 'metadataUrl',
    label: saml.metadataUrl,
    hint: saml.metadataUrlHint,
    problem: problemOf(words, refused, 'metadataUrl'),
    autocomplete: 'off',
    value: form ? form.metadataUrl : settings.idpMetadataUrl,
    isOptional: true,
    maxLength: 2_048,
  })}
<div class="field" data-reads-file="metadataXml" hidden><label for="metadataFile">${words.file.label}</label>
<input id="metadataFile" type="file" accept=".xml,text/xml,application/xml,application/samlmetadata+xml" aria-describedby="metadataFile-hint">
<p class="hint" id="metadataFile-hint">${words.file.hint}</p></div>
<div class="field"><label for="metadataXml">${saml.metadataXml}</label>
<textarea id="metadataXml" name="metadataXml" rows="6" spellcheck="false" autocomplete="off"
 aria-describedby="${problem && 'metadataXml-problem '}metadataXml-hint"${problem && html` aria-invalid="true" autofocus`}>${form?.metadataXml ?? ''}</textarea>
${problem && html`<p class="error" id="metadataXml-problem" role="alert">${problem}</p>`}
<p class="hint" id="metadataXml-hint">${saml.metadataXmlHint}</p></div>
${entityIdField(words, refused)}
${fieldsScript}`;
}

/** Offers the identity providers of the metadata as soon as they are known. */
function entityIdField(words: Texts['ssoSetup'], refused: Refused | undefined): Html {
  const { saml } = words;
  const problem = problemOf(words, refused, 'entityId');
  if (!refused || refused.entityIds.length === 0) {
    return fieldOf({
      name: 'entityId',
      label: saml.entityId,
      hint: saml.entityIdHint,
      problem,
      autocomplete: 'off',
      value: refused?.form.entityId ?? '',
      isOptional: true,
      maxLength: 1_024,
    });
  }
  return selectOf({
    name: 'entityId',
    label: saml.choose,
    hint: saml.entityIdHint,
    problem,
    value: refused.form.entityId,
    options: [['', '–'], ...refused.entityIds.map((id): [string, string] => [id, id])],
  });
}

interface Select {
  name: FieldName;
  label: string;
  hint: string;
  problem?: Html | undefined;
  value: string;
  options: [value: string, label: string][];
}

function selectOf({ name, label, hint, problem, value, options }: Select): Html {
  const choices = options.map(
    ([option, text]) => html`<option value="${option}"${option === value && html` selected`}>${text}</option>
`,
  );
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}" aria-describedby="${problem && `${name}-problem `}${name}-hint"${problem && html` aria-invalid="true" autofocus`}>${choices}</select>
${problem && html`<p class="error" id="${name}-problem" role="alert">${problem}</p>`}
<p class="hint" id="${name}-hint">${hint}</p></div>`;
}

function oidcFields(words: Texts['ssoSetup'], connection: Connection, refused: Refused | undefined): Html {
  const { oidc: label } = words;
  const { oidc } = connection.settings;
  const form = refused?.form;
  return html`${fieldOf({
    name: 'issuer',
    label: label.issuer,
    hint: label.issuerHint,
    problem: problemOf(words, refused, 'issuer'),
    autocomplete: 'off',
    value: form?.issuer ?? oidc.issuer,
    maxLength: 2_048,
  })}
${fieldOf({
  name: 'clientId',
  label: label.clientId,
  problem: problemOf(words, refused, 'clientId'),
  autocomplete: 'off',
  value: form?.clientId ?? oidc.clientId,
  maxLength: 512,
})}
${passwordFieldOf(
  {
    name: 'clientSecret',
    label: label.clientSecret,
    hint: connection.sealedClientSecret ? label.kept : label.clientSecretHint,
    problem: problemOf(words, refused, 'clientSecret'),
    autocomplete: 'off',
    isOptional: true,
    maxLength: 4_096,
  },
  label,
)}
${selectOf({
  name: 'authentication',
  label: label.authentication,
  hint: label.authenticationHint,
  value: form?.authentication ?? (oidc.clientId ? oidc.authentication : ''),
  options: [
    ['', label.discovered],
    ['basic', 'client_secret_basic'],
    ['post', 'client_secret_post'],
  ],
})}`;
}
