import type { ReactNode } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Details } from '../../../components/details.tsx';
import { Moment } from '../../../components/moment.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { Certificates } from './certificates.tsx';
import type { Protocol } from './draft.ts';
import { ssoMessages } from './messages.ts';

type Fact = [name: string, value: ReactNode];

/** Shows the connected identity provider. */
export function ProviderDetails({ settings, protocol }: { settings: SsoSettings; protocol: Protocol }) {
  const messages = useMessages(ssoMessages);
  const { none } = useMessages(sharedMessages);
  const { saml, oidc, tenant } = settings;
  const copy = (name: string, text: string): Fact => [
    name,
    text ? <CopyText key={name} text={text} what={name} /> : none,
  ];
  const ofSaml = (): Fact[] => [
    copy(messages.entityId, saml.idpEntityId),
    copy(messages.ssoUrl, saml.idpSSOUrl),
    ...(saml.idpMetadataUrl ? [copy(messages.metadataUrl, saml.idpMetadataUrl)] : []),
    [messages.idpCertificates, <Certificates key="certificates" settings={settings} />],
    [messages.signRequests, saml.signRequests ? messages.signed.yes : messages.signed.no],
    [messages.requestBinding, messages.bindings[saml.requestBinding]],
    ...(saml.allowIdpInitiated ? [[messages.idpInitiated, messages.signed.yes] as Fact] : []),
  ];
  const ofOidc = (): Fact[] => [
    copy(messages.issuer, oidc.issuer),
    copy(messages.clientId, oidc.clientId),
    [messages.scope, oidc.scope.join(' ')],
    [messages.how, oidc.discovered ? messages.oidcSources.issuer : messages.oidcSources.hand],
  ];
  return (
    <Details
      facts={[
        [messages.protocol, messages.protocols[protocol]],
        ...(protocol === 'saml' ? ofSaml() : ofOidc()),
        [messages.domains, tenant.domains.join(', ') || none],
        copy(messages.redirectUrl, settings[protocol].redirectUrl),
        [messages.lastTest, <Moment key="test" value={settings[protocol].lastSuccessTestTime} />],
      ]}
    />
  );
}
