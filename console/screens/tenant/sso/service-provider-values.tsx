import { Anchor, Group } from '@mantine/core';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SsoSettings } from '../../../../client/client.ts';
import { baseUrl } from '../../../api/base-url.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { Details } from '../../../components/details.tsx';
import { download } from '../../../components/download.ts';
import { useMessages } from '../../../i18n/language.tsx';
import type { Protocol } from './draft.ts';
import { ssoMessages } from './messages.ts';

/** The values that the identity provider needs about this service provider. */
export function ServiceProviderValues({ settings, protocol }: { settings: SsoSettings; protocol: Protocol }) {
  const messages = useMessages(ssoMessages);
  const { saml, oidc, tenant } = settings;
  const copy = (text: string, what: string): [string, ReactNode] => [
    what,
    <CopyText key={what} text={text} what={what} />,
  ];
  if (protocol === 'oidc') return <Details facts={[copy(oidc.callbackUrl, messages.callbackUrl)]} />;
  // A migrated service provider can have any text as its entity ID.
  const metadataUrl = saml.spEntityId.startsWith(`${baseUrl}/`) ? saml.spEntityId : undefined;
  const files: ReactNode = (
    <Group key="files" gap="md">
      {metadataUrl && (
        <Anchor href={metadataUrl} download={`${tenant.id}-metadata.xml`} size="sm">
          <Download size={14} aria-hidden /> {messages.downloadMetadata}
        </Anchor>
      )}
      {saml.spCertificate && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() =>
            download(`${tenant.id}-certificate.pem`, [saml.spCertificate], 'application/x-pem-file')
          }
        >
          <Download size={14} aria-hidden /> {messages.downloadCertificate}
        </Anchor>
      )}
    </Group>
  );
  return (
    <Details
      facts={[
        copy(saml.spEntityId, messages.spEntityId),
        copy(saml.spACSUrl, messages.acsUrl),
        [messages.metadata, files],
      ]}
    />
  );
}
