import { Alert, Button, Group, Stack } from '@mantine/core';
import { AppWindow, ArrowLeft, Info, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { ApiError, unwrap } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { InstantSwitch } from '../../components/instant-switch.tsx';
import { ScreenLink, useGo } from '../../components/links.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { AttributesCard } from './attributes-card.tsx';
import { ClientCard } from './client-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { MappingsCard } from './mappings-card.tsx';
import { appMessages } from './messages.ts';
import { OidcCard } from './oidc-card.tsx';
import { SamlCard } from './saml-card.tsx';
import { SecretsCard } from './secrets-card.tsx';
import { updateApp } from './update-app.ts';
import { WsfedCard } from './wsfed-card.tsx';

/** The ID of the application that every project has (`server/domain/directory/sso-apps/sso-app.ts`). */
const defaultAppId = 'descope-default-oidc';

export function AppPage({ id }: { id: string }) {
  const messages = useMessages(appMessages);
  const go = useGo();
  const { data, error, refetch } = useRead(['apps', id], (client) =>
    client.management.ssoApplication.load(id),
  );
  const back = (
    <ScreenLink to="apps" size="sm">
      <ArrowLeft size={14} aria-hidden /> {messages.toList}
    </ScreenLink>
  );
  if (!data) {
    const isMissing = error instanceof ApiError && error.status === 404;
    return (
      <Page title={messages.title} lead={back}>
        {isMissing ? (
          <EmptyState
            icon={AppWindow}
            title={messages.missing}
            lead={messages.missingLead}
            action={<Button onClick={() => go('apps')}>{messages.toList}</Button>}
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
    <Page
      key="app"
      title={data.name}
      lead={back}
      actions={
        <>
          <Enabled app={data} />
          <DeleteButton app={data} />
        </>
      }
    >
      {data.appType !== 'oidc' && (
        <Alert color="blue" icon={<Info aria-hidden />}>
          {messages.notYet}
        </Alert>
      )}
      <Stack gap="lg">
        <DetailsCard app={data} />
        <Protocol app={data} />
        <AttributesCard app={data} />
      </Stack>
    </Page>
  );
}

function Protocol({ app }: { app: SsoApplication }) {
  switch (app.appType) {
    case 'oidc':
      return (
        <>
          {app.oidcSettings.clientType !== 'public' && <SecretsCard appId={app.id} />}
          <OidcCard app={app} />
          <ClientCard app={app} />
        </>
      );
    case 'saml':
      return (
        <>
          <SamlCard app={app} />
          <MappingsCard app={app} settings={app.samlSettings} />
        </>
      );
    case 'wsfed':
      return (
        <>
          <WsfedCard app={app} />
          <MappingsCard app={app} settings={app.wsfedSettings} />
        </>
      );
  }
}

function DeleteButton({ app: { id, name } }: { app: SsoApplication }) {
  const messages = useMessages(appMessages);
  const { delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const go = useGo();
  const [asks, setAsks] = useState(false);
  const isDefault = id === defaultAppId;
  const remove = useWrite((client) => client.management.ssoApplication.delete(id), {
    done: messages.deleted(name),
    onDone: () => go('apps'),
  });
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} aria-hidden />}
        onClick={() => setAsks(true)}
        disabled={!mayChange || isDefault}
        {...(isDefault && { title: messages.defaultStays })}
      >
        {withEllipsis(deleteLabel)}
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.deleteTitle(name)}
        action={deleteLabel}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.deleteLead}
      </Confirm>
    </Group>
  );
}

function Enabled({ app }: { app: SsoApplication }) {
  const messages = useMessages(appMessages);
  const { client } = useProject();
  const mayChange = useHasRole('administrator');
  const { name, enabled } = app;
  const set = useWrite((client, enabled: boolean) => updateApp(client, app, { enabled }), {
    changes: [['apps']],
    done: (_, enabled) => (enabled ? messages.switchedOn(name) : messages.switchedOff(name)),
    undo: (_, enabled) => unwrap(updateApp(client, app, { enabled: !enabled })),
  });
  return (
    <InstantSwitch
      label={messages.switch}
      checked={enabled}
      onChange={set.mutateAsync}
      disabled={!mayChange}
    />
  );
}
