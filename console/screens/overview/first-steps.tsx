import { Anchor, Card, SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { baseUrl } from '../../api/base-url.ts';
import { ScreenLink } from '../../components/links.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import { useSession } from '../../session/session.tsx';
import { overviewMessages } from './messages.ts';

/** The steps from an empty project to the first sign-in. */
export function FirstSteps() {
  const messages = useMessages(overviewMessages);
  const { project } = useProject();
  const { mode } = useSession();
  // In development there is a built-in page to return to. Otherwise the project settings determine the return URL.
  const back = mode === 'development' ? `?redirectUrl=${baseUrl}/dev/demo/callback` : '';
  return (
    <section aria-labelledby="first-steps">
      <Title order={2} size="h5" mb="sm" id="first-steps">
        {messages.firstSteps}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        <Step title={messages.stepUser} lead={messages.stepUserLead}>
          <ScreenLink to="users" state={{ create: true }}>
            {messages.stepUserAction}
          </ScreenLink>
        </Step>
        <Step title={messages.stepSignIn} lead={messages.stepSignInLead}>
          <Anchor href={`${baseUrl}/login/${project.id}${back}`} target="_blank" rel="noopener" inherit>
            {messages.stepSignInAction}
          </Anchor>
        </Step>
        <Step title={messages.stepSso} lead={messages.stepSsoLead}>
          <ScreenLink to="tenants">{messages.stepSsoAction}</ScreenLink>
        </Step>
        <Step title={messages.stepKey} lead={messages.stepKeyLead}>
          <ScreenLink to="management-keys" state={{ create: true }}>
            {messages.stepKeyAction}
          </ScreenLink>
        </Step>
      </SimpleGrid>
    </section>
  );
}

function Step({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Card withBorder padding="md">
      <Text fw={600} size="sm">
        {title}
      </Text>
      <Text size="sm" c="dimmed" mt={4} mb="sm" style={{ flexGrow: 1 }}>
        {lead}
      </Text>
      <Text size="sm">{children}</Text>
    </Card>
  );
}
