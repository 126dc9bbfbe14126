import type { UseFormReturnType } from '@mantine/form';
import { isWebUrl } from '../../../components/addresses/address-rules.ts';
import type { SharedMessages } from '../../../i18n/shared-messages.ts';
import type { Draft } from './draft.ts';

export type DraftForm = UseFormReturnType<Draft>;

/** Returns error messages by field name. The server validates everything again. */
export function checkDraft(
  draft: Draft,
  { required, url }: SharedMessages['errors'],
): Record<string, string> {
  const { protocol, saml, oidc, redirectUrl } = draft;
  const problems: Record<string, string> = {};
  const need = (field: string, text: string) => {
    if (!text.trim()) problems[field] = required;
  };
  const needUrl = (field: string, text: string) => {
    need(field, text);
    if (text.trim() && !isWebUrl(text.trim())) problems[field] = url;
  };
  if (redirectUrl && !isWebUrl(redirectUrl)) problems['redirectUrl'] = url;
  if (protocol === 'saml') {
    if (saml.spAcsUrl) needUrl('saml.spAcsUrl', saml.spAcsUrl);
    if (saml.source === 'url') needUrl('saml.metadataUrl', saml.metadataUrl);
    if (saml.source === 'xml') need('saml.metadataXml', saml.metadataXml);
    if (saml.source === 'hand') {
      need('saml.entityId', saml.entityId);
      needUrl('saml.ssoUrl', saml.ssoUrl);
      need('saml.certificates', saml.certificates);
    }
    return problems;
  }
  need('oidc.clientId', oidc.clientId);
  needUrl('oidc.issuer', oidc.issuer);
  if (oidc.source === 'hand') {
    needUrl('oidc.authUrl', oidc.authUrl);
    needUrl('oidc.tokenUrl', oidc.tokenUrl);
    needUrl('oidc.jwksUrl', oidc.jwksUrl);
  }
  return problems;
}
