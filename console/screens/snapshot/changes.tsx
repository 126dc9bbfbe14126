import {
  Alert,
  Anchor,
  Badge,
  Checkbox,
  Code,
  Drawer,
  Group,
  List,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { RecordTable } from '../../components/record-table.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import type { Comparison, State } from './compare.ts';
import { snapshotMessages } from './messages.ts';
import { writeJson } from './snapshot-files.ts';

const pageSize = 25;
const mostShown = 20;
const colors = { added: 'teal', changed: 'orange', same: 'gray' };

interface ChangesProps {
  changes: Comparison[];
  /** The records that only the project has. */
  staying: string[];
}

export function Changes({ changes, staying }: ChangesProps) {
  const messages = useMessages(snapshotMessages);
  const { language } = useLanguage();
  const [open, setOpen] = useState<Comparison>();
  const [showsSame, setShowsSame] = useState(false);
  const [page, setPage] = useState(1);
  const countOf = (state: State) =>
    changes.filter((change) => change.state === state).length.toLocaleString(language);
  const shown = changes.filter(({ state }) => showsSame || state !== 'same');
  return (
    <Stack gap="sm">
      <Text size="sm">{messages.counts(countOf('added'), countOf('changed'), countOf('same'))}</Text>
      {staying.length > 0 && <Staying names={staying} />}
      <Checkbox
        label={messages.showSame}
        checked={showsSame}
        onChange={(event) => {
          setShowsSame(event.currentTarget.checked);
          setPage(1);
        }}
      />
      <RecordTable
        label={messages.changes}
        columns={[
          {
            id: 'path',
            title: messages.path,
            show: (change: Comparison) => (
              <Anchor component="button" type="button" inherit ta="left" onClick={() => setOpen(change)}>
                {change.path}
              </Anchor>
            ),
          },
          {
            id: 'state',
            title: messages.change,
            width: 140,
            show: ({ state }) => (
              <Badge variant="light" color={colors[state]} tt="none">
                {messages.states[state]}
              </Badge>
            ),
          },
        ]}
        records={shown.slice((page - 1) * pageSize, page * pageSize)}
        idOf={({ path }) => path}
        empty={
          <Text size="sm" c="dimmed">
            {messages.nothing}
          </Text>
        }
        page={page}
        pageSize={pageSize}
        total={shown.length}
        onPage={setPage}
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        position="right"
        size="xl"
        title={
          open && (
            <Group gap="sm">
              {open.path}
              <Badge variant="light" color={colors[open.state]} tt="none">
                {messages.states[open.state]}
              </Badge>
            </Group>
          )
        }
      >
        {open && <Sides {...open} />}
      </Drawer>
    </Stack>
  );
}

/** An import deletes nothing, so it does not lead back to the snapshot as long as something else is there. */
function Staying({ names }: { names: string[] }) {
  const messages = useMessages(snapshotMessages);
  const shown = names.slice(0, mostShown);
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert aria-hidden />}
      title={messages.stays(names.length)}
      role="status"
    >
      <Text size="sm">{messages.staysLead}</Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {shown.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
        {names.length > mostShown && <List.Item>{messages.more(names.length - mostShown)}</List.Item>}
      </List>
    </Alert>
  );
}

function Sides({ before, after, state }: Comparison) {
  const messages = useMessages(snapshotMessages);
  const sides = state === 'changed' ? { before, after } : { after };
  return (
    <SimpleGrid cols={{ base: 1, sm: Object.keys(sides).length }}>
      {Object.entries(sides).map(([name, value]) => (
        <section key={name} aria-label={messages[name as keyof typeof sides]}>
          <Title order={3} size="h5" mb="xs">
            {messages[name as keyof typeof sides]}
          </Title>
          <Code block tabIndex={0}>
            {writeJson(value)}
          </Code>
        </section>
      ))}
    </SimpleGrid>
  );
}
