import { Alert, Stack } from '@mantine/core';
import { Info } from 'lucide-react';
import type { InboundApplication } from '../../../client/client.ts';
import { baseUrl } from '../../api/base-url.ts';
import { useRead } from '../../api/use-api.ts';
import { ApplicationPage } from '../../components/applications/application-page.tsx';
import { DeleteButton } from '../../components/applications/delete-button.tsx';
import { DetailsCard, type ShownDetails } from '../../components/applications/details-card.tsx';
import { thirdPartyKind, usesSecret } from '../../components/applications/kinds.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { SecretsCard } from '../../components/applications/secrets-card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import { ConsentsCard } from './consents-card.tsx';
import { thirdPartyMessages } from './messages.ts';
import { ScopesCard } from './scopes-card.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { useSaveApp } from './use-save-app.ts';

export function AppPage({ id }: { id: string }) {
  const messages = useMessages(thirdPartyMessages);
  const app = useRead(['third-party-apps', id], (client) =>
    client.management.inboundApplication.loadApplication(id),
  );
  return (
    <ApplicationPage
      kind={thirdPartyKind}
      title={messages.title}
      app={app}
      actions={(app) => <DeleteButton kind={thirdPartyKind} app={app} lead={messages.deleteLead} />}
    >
      {(app) => (
        <Stack gap="lg">
          {app.dynamic ? (
            <>
              <Alert color="blue" icon={<Info aria-hidden />}>
                {messages.bySelfLead}
              </Alert>
              <AppFacts app={app} />
            </>
          ) : (
            <Settings app={app} />
          )}
          <ConsentsCard appId={app.id} />
        </Stack>
      )}
    </ApplicationPage>
  );
}

function Settings({ app }: { app: InboundApplication }) {
  return (
    <>
      <DetailsCard app={app} save={useSaveApp<ShownDetails>(app)} facts={<AppFacts app={app} />} />
      {usesSecret(app) && <SecretsCard kind={thirdPartyKind} appId={app.id} />}
      <SignInCard app={app} />
      <ScopesCard app={app} gives="roles" />
      <ScopesCard app={app} gives="attributes" />
    </>
  );
}

/** Shows the facts to copy into the application. */
function AppFacts({ app: { id, clientId } }: { app: InboundApplication }) {
  const { issuer: issuerLabel, clientId: clientLabel } = useMessages(thirdPartyMessages);
  const { id: idLabel } = useMessages(appMessages);
  const { project } = useProject();
  const issuer = `${baseUrl}/v1/apps/${project.id}`;
  return (
    <Details
      facts={[
        [idLabel, <CopyText key="id" text={id} what={idLabel} />],
        [issuerLabel, <CopyText key="issuer" text={issuer} what={issuerLabel} />],
        [clientLabel, <CopyText key="client" text={clientId} what={clientLabel} />],
      ]}
    />
  );
}
