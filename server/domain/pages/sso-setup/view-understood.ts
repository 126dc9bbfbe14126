import type { ProjectContext } from '../../../core/context.ts';
import { type Language, momentIn } from '../../../core/languages/language.ts';
import { type Html, html } from '../../../http/page.ts';
import { loadCertificates } from '../../federation/sso/certificates.ts';
import type { Connection } from '../../federation/sso/connection.ts';
import { factOf } from './view-facts.ts';

const soonMs = 30 * 24 * 60 * 60 * 1000;

/** Reads back what was understood of the identity provider, with the expiry of its certificates. */
export async function understoodView(
  ctx: ProjectContext,
  language: Language,
  { tenantId, id, protocol, settings }: Connection,
): Promise<Html> {
  const words = language.texts.ssoSetup.understood;
  const row = (name: string, value: string | Html): Html =>
    value === ''
      ? html``
      : html`<dt>${name}</dt><dd>${value}</dd>
`;
  if (protocol === 'oidc') {
    const { issuer, clientId, authorizationUrl, tokenUrl, jwksUrl } = settings.oidc;
    return factOf(
      'understood',
      words.heading,
      html`<dl class="understood">
${row(words.issuer, issuer)}${row(words.clientId, clientId)}${row(words.authorizationUrl, authorizationUrl)}${row(
  words.tokenUrl,
  tokenUrl,
)}${row(words.keysUrl, jwksUrl)}</dl>`,
    );
  }
  const loaded = await loadCertificates(ctx, tenantId, id);
  const certificates = loaded.map(({ fingerprint, expiresAt }) => {
    const date = momentIn(language, expiresAt);
    const left = expiresAt - ctx.now();
    const state = left <= 0 ? 'ended' : left < soonMs ? 'endsSoon' : 'validUntil';
    const sentence = words[state]({ date });
    return row(
      words.certificate,
      html`<span${state !== 'validUntil' && html` class="is-problem"`}>${sentence}</span><br><code>${fingerprint}</code>`,
    );
  });
  return factOf(
    'understood',
    words.heading,
    html`<dl class="understood">
${row(words.entityId, settings.idpEntityId)}${row(words.ssoUrl, settings.idpSsoUrl || settings.idpSsoPostUrl)}${row(
  words.metadataUrl,
  settings.idpMetadataUrl,
)}${certificates}</dl>`,
  );
}
