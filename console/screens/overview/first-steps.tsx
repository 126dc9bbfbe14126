import { Anchor, Card, SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScreenLink } from '../../parts/links.tsx';
import { useProject } from '../../session/project.tsx';
import { useSession } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { overviewWords } from './words.ts';

/** What leads from an empty project to somebody who has signed in. */
export function FirstSteps() {
  const words = useWords(overviewWords);
  const { project } = useProject();
  const { mode } = useSession();
  // In development there is a page that can be returned to; otherwise the project's settings say where to.
  const back = mode === 'development' ? `?redirectUrl=${location.origin}/dev/demo/callback` : '';
  return (
    <section aria-labelledby="first-steps">
      <Title order={2} size="h5" mb="sm" id="first-steps">
        {words.firstSteps}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        <Step title={words.stepUser} lead={words.stepUserLead}>
          <ScreenLink to="users" state={{ create: true }}>
            {words.stepUserAction}
          </ScreenLink>
        </Step>
        <Step title={words.stepSignIn} lead={words.stepSignInLead}>
          <Anchor href={`/login/${project.id}${back}`} target="_blank" rel="noopener" inherit>
            {words.stepSignInAction}
          </Anchor>
        </Step>
        <Step title={words.stepSso} lead={words.stepSsoLead}>
          <ScreenLink to="tenants">{words.stepSsoAction}</ScreenLink>
        </Step>
        <Step title={words.stepKey} lead={words.stepKeyLead}>
          <ScreenLink to="management-keys" state={{ create: true }}>
            {words.stepKeyAction}
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
