import { Alert, Button, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { ExternalLink, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { openIdScopes } from '../../../client/constants.ts';
import { unwrap } from '../../api/failure.ts';
import { useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Findings } from '../../components/explained.tsx';
import { Loading } from '../../components/loading.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { useOtherTab } from '../../components/use-other-tab.ts';
import { UserSelect } from '../../components/users/user-select.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { InfoCard } from './connect-card.tsx';
import { signInMessages } from './sign-in-messages.ts';

/** Shows what the application would get if a user signed in now, and starts a real sign-in. */
export function Preview({ app }: { app: SsoApplication }) {
  const messages = useMessages(signInMessages);
  const [userId, setUserId] = useState('');
  const [scope, setScope] = useState(['openid', 'profile', 'email']);
  return (
    <Stack gap="lg">
      <InfoCard title={messages.preview} lead={messages.previewLead}>
        <Stack maw={480}>
          <UserSelect
            label={messages.user}
            description={messages.userLead}
            placeholder={messages.userPlaceholder}
            value={userId}
            onChange={(id) => setUserId(id ?? '')}
            without=""
          />
          {app.appType === 'oidc' && (
            <MultiSelect
              label={messages.scopes}
              description={messages.scopesLead}
              data={openIdScopes}
              value={scope}
              onChange={setScope}
            />
          )}
        </Stack>
        {userId && <Answer id={app.id} userId={userId} scope={scope.join(' ')} />}
      </InfoCard>
      <RealSignIn app={app} scope={scope.join(' ')} />
    </Stack>
  );
}

interface AnswerProps {
  id: string;
  userId: string;
  scope: string;
}

function Answer({ id, userId, scope }: AnswerProps) {
  const messages = useMessages(signInMessages);
  const { language } = useLanguage();
  const { data, error, refetch } = useRead(['app-preview', id, userId, scope, language], (client) =>
    client.management.ssoApplication.preview(id, userId, scope || ' ', language),
  );
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <Loading height={160} />;
  const { allowed, findings, claims, nameId, nameIdFormat, attributes } = data;
  const rows = [
    ...(nameIdFormat ? [{ name: messages.nameId, value: nameId || messages.newEachTime }] : []),
    ...attributes.map(({ name, values }) => ({ name, value: values.join(', ') })),
    ...Object.entries(claims).map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  ];
  return (
    <Stack>
      <Alert color={allowed ? 'teal' : 'red'} title={allowed ? messages.allowed : messages.refused}>
        <Findings findings={findings} />
      </Alert>
      <RecordTable
        label={messages.given}
        columns={[
          { id: 'name', title: messages.given, show: ({ name }) => name },
          {
            id: 'value',
            title: messages.value,
            wraps: true,
            show: ({ value }) => value,
          },
        ]}
        records={rows}
        idOf={({ name }) => name}
        empty={<Text size="sm">{messages.nothing}</Text>}
      />
    </Stack>
  );
}

/** The address at which the application, or our own page for it, starts a sign-in. */
function startUrl({ appType, oidcSettings, samlSettings }: SsoApplication): string {
  if (appType === 'saml') return samlSettings.idpInitiatedUrl;
  return oidcSettings.customIdpInitiatedLoginPageUrl || oidcSettings.loginPageUrl;
}

/** Signs in for a test that the application does not notice, or at the application itself. */
function RealSignIn({ app, scope }: { app: SsoApplication; scope: string }) {
  const messages = useMessages(signInMessages);
  const mayChange = useHasRole('administrator');
  const { isBusy, open } = useOtherTab([['app-sign-ins', app.id]]);
  const url = startUrl(app);
  if (app.appType === 'wsfed') return undefined;
  return (
    <InfoCard title={messages.real} lead={messages.realLead}>
      <Group>
        <Button
          leftSection={<FlaskConical size={16} aria-hidden />}
          loading={isBusy}
          disabled={!mayChange}
          onClick={() =>
            void open(({ management }) => unwrap(management.ssoApplication.testSignIn(app.id, scope || ' ')))
          }
        >
          {messages.test}
        </Button>
        {url && (
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<ExternalLink size={16} aria-hidden />}
          >
            {messages.start}
          </Button>
        )}
      </Group>
      {!url && (
        <Text size="sm" c="dimmed">
          {messages.realMissing}
        </Text>
      )}
    </InfoCard>
  );
}
