import './limit-table.css';
import { ActionIcon, Group, Table, Text, Tooltip } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import type { ProjectSettings } from '../../../client/client.ts';
import { rateLimitRanges } from '../../../client/constants.ts';
import { useDefaultSettings } from '../../api/use-project-settings.ts';
import { formatDuration } from '../../components/duration.ts';
import { DurationInput } from '../../components/duration-input.tsx';
import type { Draft } from '../../components/use-draft.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { type LimitName, limitMessages } from './limit-messages.ts';
import { WholeNumber } from './whole-number.tsx';

type RateLimits = ProjectSettings['rateLimits'];

/** Lists each limit next to its default for new projects. */
export function LimitTable({ draft }: { draft: Draft<RateLimits> }) {
  const messages = useMessages(limitMessages);
  const usual = useDefaultSettings().data?.rateLimits;
  return (
    <Table className="limits" aria-label={messages.limits} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{messages.kind}</Table.Th>
          <Table.Th>{messages.requests}</Table.Th>
          <Table.Th>{messages.within}</Table.Th>
          <Table.Th>{messages.usual}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {(Object.keys(messages.kinds) as LimitName[]).map((name) => (
          <Row key={name} name={name} draft={draft} usual={usual?.[name]} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface RowProps {
  name: LimitName;
  draft: Draft<RateLimits>;
  usual: RateLimits[LimitName] | undefined;
}

function Row({ name, draft, usual }: RowProps) {
  const messages = useMessages(limitMessages);
  const kind = messages.kinds[name];
  const full = `${kind.name}, ${kind.lead}`;
  const { requests, seconds } = draft.values[name];
  const change = (limit: Partial<RateLimits[LimitName]>) =>
    draft.change({ [name]: { requests, seconds, ...limit } });
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{kind.name}</Text>
        <Text size="xs" c="dimmed">
          {kind.lead}
        </Text>
      </Table.Td>
      <Table.Td data-label={messages.requests}>
        <WholeNumber
          label={messages.requestsOf(full)}
          isLabelHidden
          value={requests}
          onChange={(requests) => change({ requests })}
          {...rateLimitRanges.requests}
        />
      </Table.Td>
      <Table.Td data-label={messages.within}>
        <DurationInput
          label={messages.withinOf(full)}
          isLabelHidden
          value={seconds}
          onChange={(seconds) => change({ seconds })}
          {...rateLimitRanges.seconds}
        />
      </Table.Td>
      <Table.Td>
        {usual && <Usual name={full} limit={usual} now={{ requests, seconds }} onReset={change} />}
      </Table.Td>
    </Table.Tr>
  );
}

interface UsualProps {
  name: string;
  limit: RateLimits[LimitName];
  now: RateLimits[LimitName];
  onReset(limit: RateLimits[LimitName]): void;
}

function Usual({ name, limit, now, onReset }: UsualProps) {
  const messages = useMessages(limitMessages);
  const { language } = useLanguage();
  const { requests, seconds } = limit;
  const isOther = now.requests !== requests || now.seconds !== seconds;
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {requests === 0 ? messages.noLimit : `${requests} / ${formatDuration(seconds, language)}`}
      </Text>
      {isOther && (
        <Tooltip label={messages.resetOf(name)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={messages.resetOf(name)}
            onClick={() => onReset(limit)}
          >
            <RotateCcw size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
