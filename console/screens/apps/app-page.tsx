import { Alert, Button, Group, Stack } from '@mantine/core';
import { AppWindow, ArrowLeft, Info, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { ApiError, unwrap } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { InstantSwitch } from '../../parts/instant-switch.tsx';
import { ScreenLink, useGo } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { useProject } from '../../session/project.tsx';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { AttributesCard } from './attributes-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { MappingsCard } from './mappings-card.tsx';
import { OidcCard } from './oidc-card.tsx';
import { SamlCard } from './saml-card.tsx';
import { SecretsCard } from './secrets-card.tsx';
import { updateApp } from './update-app.ts';
import { appWords } from './words.ts';
import { WsfedCard } from './wsfed-card.tsx';

/** Every project has it (`server/domain/directory/sso-apps/sso-app.ts`). */
const defaultAppId = 'descope-default-oidc';

export function AppPage({ id }: { id: string }) {
  const words = useWords(appWords);
  const go = useGo();
  const { data, error, refetch } = useRead(['apps', id], (client) =>
    client.management.ssoApplication.load(id),
  );
  const back = (
    <ScreenLink to="apps" size="sm">
      <ArrowLeft size={14} aria-hidden /> {words.toList}
    </ScreenLink>
  );
  if (!data) {
    const isMissing = error instanceof ApiError && error.status === 404;
    return (
      <Page title={words.title} lead={back}>
        {isMissing ? (
          <EmptyState
            icon={AppWindow}
            title={words.missing}
            lead={words.missingLead}
            action={<Button onClick={() => go('apps')}>{words.toList}</Button>}
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
      <Alert color="blue" icon={<Info aria-hidden />}>
        {words.notYet}
      </Alert>
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
  const words = useWords(appWords);
  const { delete: deleteWord } = useWords(everywhere);
  const mayChange = useMay('administrator');
  const go = useGo();
  const [asks, setAsks] = useState(false);
  const isDefault = id === defaultAppId;
  const remove = useWrite((client) => client.management.ssoApplication.delete(id), {
    done: words.deleted(name),
    onDone: () => go('apps'),
  });
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} aria-hidden />}
        onClick={() => setAsks(true)}
        disabled={!mayChange || isDefault}
        {...(isDefault && { title: words.defaultStays })}
      >
        {deleteWord} …
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={words.deleteTitle(name)}
        action={deleteWord}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.deleteLead}
      </Confirm>
    </Group>
  );
}

function Enabled({ app }: { app: SsoApplication }) {
  const words = useWords(appWords);
  const { client } = useProject();
  const mayChange = useMay('administrator');
  const { name, enabled } = app;
  const set = useWrite((client, enabled: boolean) => updateApp(client, app, { enabled }), {
    changes: [['apps']],
    done: (_, enabled) => (enabled ? words.switchedOn(name) : words.switchedOff(name)),
    undo: (_, enabled) => unwrap(updateApp(client, app, { enabled: !enabled })),
  });
  return (
    <InstantSwitch label={words.switch} checked={enabled} onChange={set.mutateAsync} disabled={!mayChange} />
  );
}
