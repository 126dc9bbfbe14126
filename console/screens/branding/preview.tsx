import { Card, Group, SegmentedControl, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import { brandingMessages } from './messages.ts';
import type { BrandingValues } from './values.ts';

const pages = ['start', 'password', 'code'] as const;
const schemes = ['light', 'dark'] as const;
const widths = { desk: '100%', phone: 390 } as const;

/** The real page of the server with the values that are being edited. */
export function Preview({ values }: { values: BrandingValues }) {
  const messages = useMessages(brandingMessages);
  const { project } = useProject();
  const [page, setPage] = useState<(typeof pages)[number]>('start');
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light');
  const [width, setWidth] = useState<keyof typeof widths>('desk');
  // The page is fetched again after a pause of typing. A colour that is half typed keeps the last page.
  const [shown] = useDebouncedValue(values, 250);
  const forced = shown.colorScheme === 'system' ? scheme : shown.colorScheme;
  const query = new URLSearchParams({ ...complete(shown), page, colorScheme: forced });
  return (
    <Card withBorder component="section" p="md" aria-label={messages.preview} pos="sticky" top={72}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {messages.preview}
        </Title>
        <Group gap="xs">
          <Control names={pages} labels={messages.pages} value={page} onChange={(next) => setPage(next)} />
          {shown.colorScheme === 'system' && (
            <Control
              names={schemes}
              labels={{ light: messages.light, dark: messages.dark }}
              value={scheme}
              onChange={(next) => setScheme(next)}
            />
          )}
          <Control
            names={Object.keys(widths) as (keyof typeof widths)[]}
            labels={messages.widths}
            value={width}
            onChange={(next) => setWidth(next)}
          />
        </Group>
      </Group>
      {/* Only for the eyes: nothing on it can be pressed, and its landmarks would mix with those of the console. */}
      <iframe
        title={messages.preview}
        aria-hidden
        tabIndex={-1}
        src={`/login/${project.id}/preview?${query}`}
        className="preview"
        width={widths[width]}
        height={620}
      />
    </Card>
  );
}

/** Leaves out colours and addresses that are not finished. */
function complete(values: BrandingValues): Record<string, string> {
  const isComplete = ([name, value]: [string, string]) =>
    !name.endsWith('Color') || value === '' || /^#[0-9a-f]{6}$/i.test(value);
  return Object.fromEntries(Object.entries(values).filter(isComplete));
}

interface ControlProps<T extends string> {
  names: readonly T[];
  labels: Record<T, string>;
  value: T;
  onChange(value: T): void;
}

function Control<T extends string>({ names, labels, value, onChange }: ControlProps<T>) {
  return (
    <SegmentedControl
      size="xs"
      data={names.map((name) => ({ value: name, label: labels[name] }))}
      value={value}
      onChange={(next) => onChange(next as T)}
    />
  );
}
