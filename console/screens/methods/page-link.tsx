import { Button, Group, Stack, Text } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import type { ProjectSettings } from '../../../client/client.ts';
import { ScreenLink } from '../../parts/links.tsx';
import { useProject } from '../../session/project.tsx';
import { useSession } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { methodWords } from './words.ts';

/** The way to the page itself. It has to be told an address that it may end at. */
export function PageLink({ settings }: { settings: ProjectSettings }) {
  const words = useWords(methodWords);
  const { project } = useProject();
  const { mode } = useSession();
  const known = settings.hostedPages.redirectUrl || settings.redirectUrls.find((url) => !url.includes('*'));
  const end = known ?? (mode === 'development' ? `${location.origin}/console/` : undefined);
  if (!end) {
    return (
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {words.cannotOpen}
        </Text>
        <Text size="sm">
          <ScreenLink to="settings" state={{ tab: 'addresses' }}>
            {words.toAddresses}
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
        href={`/login/${project.id}?${new URLSearchParams({ redirectUrl: end })}`}
        target="_blank"
        rel="noreferrer"
        rightSection={<ExternalLink size={16} aria-hidden />}
      >
        {words.open}
      </Button>
    </Group>
  );
}
