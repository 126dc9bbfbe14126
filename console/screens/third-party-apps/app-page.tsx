import { Alert, Button, Stack } from '@mantine/core';
import { Handshake, Info, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { InboundApplication } from '../../../client/client.ts';
import { ApiError } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { Confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useGo } from '../../components/links.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { ConsentsCard } from './consents-card.tsx';
import { AppFacts, DetailsCard } from './details-card.tsx';
import { thirdPartyMessages } from './messages.ts';
import { ScopesCard } from './scopes-card.tsx';
import { SecretsCard } from './secrets-card.tsx';
import { SignInCard } from './sign-in-card.tsx';

export function AppPage({ id }: { id: string }) {
  const messages = useMessages(thirdPartyMessages);
  const { toList, missing, missingLead } = useMessages(appMessages);
  const go = useGo();
  const { data, error, refetch } = useRead(['third-party-apps', id], (client) =>
    client.management.inboundApplication.loadApplication(id),
  );
  const within = [{ title: messages.title, to: 'third-party-apps' }];
  if (!data) {
    const isMissing = error instanceof ApiError && error.status === 404;
    return (
      <Page title={isMissing ? missing : messages.title} {...(isMissing && { within })}>
        {isMissing ? (
          <EmptyState
            icon={Handshake}
            title={missing}
            lead={missingLead}
            action={<Button onClick={() => go('third-party-apps')}>{toList}</Button>}
          />
        ) : error ? (
          <ErrorNotice error={error} retry={refetch} />
        ) : (
          <Loading />
        )}
      </Page>
    );
  }
  return (
    <Page key="app" title={data.name} within={within} actions={<DeleteButton app={data} />}>
      <Stack gap="lg">
        {data.dynamic ? (
          <>
            <Alert color="blue" icon={<Info aria-hidden />}>
              {messages.bySelfLead}
            </Alert>
            <AppFacts app={data} />
          </>
        ) : (
          <>
            <DetailsCard app={data} />
            {hasSecrets(data) && <SecretsCard appId={data.id} />}
            <SignInCard app={data} />
            <ScopesCard app={data} gives="roles" />
            <ScopesCard app={data} gives="attributes" />
          </>
        )}
        <ConsentsCard appId={data.id} />
      </Stack>
    </Page>
  );
}

function hasSecrets({ nonConfidentialClient, tokenEndpointAuthMethod }: InboundApplication): boolean {
  return !nonConfidentialClient && tokenEndpointAuthMethod !== 'private_key_jwt';
}

function DeleteButton({ app: { id, name } }: { app: InboundApplication }) {
  const { deleteLead } = useMessages(thirdPartyMessages);
  const { deleteTitle, deleted } = useMessages(appMessages);
  const { delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const go = useGo();
  const [asks, setAsks] = useState(false);
  const remove = useWrite((client) => client.management.inboundApplication.deleteApplication(id), {
    done: deleted(name),
    onDone: () => go('third-party-apps'),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} aria-hidden />}
        onClick={() => setAsks(true)}
        disabled={!mayChange}
      >
        {withEllipsis(deleteLabel)}
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={deleteTitle(name)}
        action={deleteLabel}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {deleteLead}
      </Confirm>
    </>
  );
}
