import { Button, Group, Stack, Text } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import type { ProjectSettings } from '../../../client/client.ts';
import { baseUrl } from '../../api/base-url.ts';
import { ScreenLink } from '../../components/links.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import { useSession } from '../../session/session.tsx';
import { methodMessages } from './messages.ts';

/** Links to the sign-in page with a return URL, which the page requires. */
export function PageLink({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(methodMessages);
  const { project } = useProject();
  const { mode } = useSession();
  const known = settings.hostedPages.redirectUrl || settings.redirectUrls.find((url) => !url.includes('*'));
  const end = known ?? (mode === 'development' ? `${baseUrl}/console/` : undefined);
  if (!end) {
    return (
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {messages.cannotOpen}
        </Text>
        <Text size="sm">
          <ScreenLink to="settings" state={{ tab: 'addresses' }}>
            {messages.toAddresses}
          </ScreenLink>
        </Text>
      </Stack>
    );
  }
  return (
    <Group>
      <Button
        component="a"
        variant="default"
        href={`${baseUrl}/login/${project.id}?${new URLSearchParams({ redirectUrl: end })}`}
        target="_blank"
        rel="noreferrer"
        rightSection={<ExternalLink size={16} aria-hidden />}
      >
        {messages.open}
      </Button>
    </Group>
  );
}
