import { Alert, Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import type { CustomAttribute } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { type Meaning, userFields } from './columns.ts';
import { importMessages } from './messages.ts';
import { ModeFields } from './mode-fields.tsx';
import type { Invitation, Table as TableOfFile } from './view.ts';

interface ColumnsStepProps {
  table: TableOfFile;
  meanings: Meaning[];
  onMeanings(meanings: Meaning[]): void;
  attributes: CustomAttribute[];
  invitation: Invitation | undefined;
  onInvitation(invitation: Invitation | undefined): void;
  onBack(): void;
  onNext(): void;
}

/** Maps the columns to fields and chooses the import mode. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { table, meanings, onMeanings, attributes, invitation, onInvitation, onBack, onNext } = props;
  const messages = useMessages(importMessages);
  const { back } = useMessages(sharedMessages);
  const choices = [
    { value: '', label: messages.ignore },
    ...userFields.map((value) => ({ value, label: messages.fields[value] })),
    ...attributes.map(({ name, displayName }) => ({
      value: `attribute:${name}`,
      label: messages.attribute(displayName || name),
    })),
  ];
  const given = meanings.filter((meaning) => meaning !== '');
  const isTwice = new Set(given).size < given.length;
  const needsWay = invitation !== undefined && !invitation.sendMail && !invitation.sendSMS;
  const wrong = isTwice ? messages.twice : given.includes('loginId') ? '' : messages.noLoginId;
  return (
    <Stack>
      <Text size="sm">{messages.columnsLead}</Text>
      <Table.ScrollContainer minWidth={520}>
        <Table verticalSpacing="xs" aria-label={messages.columns}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.column}</Table.Th>
              <Table.Th w={240}>{messages.meaning}</Table.Th>
              <Table.Th>{messages.exampleValue}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.header.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same title
              <Table.Tr key={index}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{title}</Table.Td>
                <Table.Td>
                  <Select
                    aria-label={messages.meaningOf(title)}
                    data={choices}
                    value={meanings[index] ?? ''}
                    onChange={(value) => onMeanings(meanings.with(index, (value ?? '') as Meaning))}
                    allowDeselect={false}
                    searchable
                  />
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <Text size="sm" c="dimmed" lineClamp={1}>
                    {firstValues(table.rows, index)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed">
        {messages.lists}
      </Text>
      <ModeFields invitation={invitation} onChange={onInvitation} />
      {wrong && (
        <Alert color="red" role="alert">
          {wrong}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {back}
        </Button>
        <Button onClick={onNext} disabled={wrong !== '' || needsWay}>
          {messages.toCheck(table.rows.length)}
        </Button>
      </Group>
    </Stack>
  );
}

function firstValues(rows: string[][], index: number): string {
  const values = rows.slice(0, 20).map((row) => (row[index] ?? '').trim());
  return [...new Set(values.filter((value) => value !== ''))].slice(0, 3).join(' · ');
}
