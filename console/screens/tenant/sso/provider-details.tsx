import type { ReactNode } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { Details } from '../../../parts/details.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { everywhere } from '../../../words/everywhere.ts';
import { useWords } from '../../../words/language.tsx';
import type { Protocol } from './draft.ts';
import { ssoWords } from './words.ts';

type Fact = [name: string, value: ReactNode];

/** The identity provider that is connected. */
export function ProviderDetails({ settings, protocol }: { settings: SsoSettings; protocol: Protocol }) {
  const words = useWords(ssoWords);
  const { none } = useWords(everywhere);
  const { saml, oidc, tenant } = settings;
  const copy = (name: string, text: string): Fact => [
    name,
    text ? <CopyText key={name} text={text} what={name} /> : none,
  ];
  const ofSaml = (): Fact[] => [
    copy(words.entityId, saml.idpEntityId),
    copy(words.ssoUrl, saml.idpSSOUrl),
    ...(saml.idpMetadataUrl ? [copy(words.metadataUrl, saml.idpMetadataUrl)] : []),
    [words.certificate, words.certificateCount(1 + saml.idpAdditionalCertificates.length)],
    [words.signRequests, saml.signRequests ? words.signed.yes : words.signed.no],
    [words.requestBinding, words.bindings[saml.requestBinding]],
    ...(saml.allowIdpInitiated ? [[words.idpInitiated, words.signed.yes] as Fact] : []),
  ];
  const ofOidc = (): Fact[] => [
    copy(words.issuer, oidc.issuer),
    copy(words.clientId, oidc.clientId),
    [words.scope, oidc.scope.join(' ')],
    [words.how, oidc.discovered ? words.oidcSources.issuer : words.oidcSources.hand],
  ];
  return (
    <Details
      facts={[
        [words.protocol, words.protocols[protocol]],
        ...(protocol === 'saml' ? ofSaml() : ofOidc()),
        [words.domains, tenant.domains.join(', ') || none],
        copy(words.redirectUrl, settings[protocol].redirectUrl),
        [words.lastTest, <Moment key="test" value={settings[protocol].lastSuccessTestTime} />],
      ]}
    />
  );
}
