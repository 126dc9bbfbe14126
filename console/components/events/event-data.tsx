import { Code, CopyButton, Group, Text, Title } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import type { AuditEvent } from '../../../client/client.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { Details } from '../details.tsx';
import { auditMessages } from './messages.ts';
import { isRecord } from './sentences/facts.ts';
import { fieldName } from './sentences/fields.ts';

/** Shows what an event says beside its fields: what was changed, and further facts. */
export function EventData({ event }: { event: AuditEvent }) {
  const messages = useMessages(auditMessages);
  const { changes, ...rest } = event.data;
  const entries = Object.entries(rest);
  const hasChanges = isRecord(changes) && Object.keys(changes).length > 0;
  return (
    <>
      {hasChanges && (
        <>
          <Title order={3} size="h4">
            {messages.changes}
          </Title>
          <Changes changes={changes} />
        </>
      )}
      {entries.length > 0 && (
        <>
          <Title order={3} size="h4">
            {messages.data}
          </Title>
          <Details facts={entries.map(([name, value]) => [name, <Value key={name} value={value} />])} />
        </>
      )}
    </>
  );
}

/** Shows what a change did: each field with its old and its new value. */
function Changes({ changes }: { changes: Record<string, unknown> }) {
  const messages = useMessages(auditMessages);
  const { language } = useLanguage();
  return (
    <dl className="event-changes">
      {Object.entries(changes).map(([field, change]) => (
        <div key={field}>
          <dt>{fieldName(field, language)}</dt>
          <dd>
            {isRecord(change) ? (
              <>
                <span className="visually-hidden">{messages.before}: </span>
                <del>{shown(change['from'])}</del>
                <span aria-hidden> → </span>
                <span className="visually-hidden">, {messages.after}: </span>
                <ins>{shown(change['to'])}</ins>
              </>
            ) : (
              messages.changedOnly
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function Value({ value }: { value: unknown }) {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return (
    <Code block tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}

/** The event as the API returns it. */
export function RawEvent({ event }: { event: AuditEvent }) {
  const messages = useMessages(auditMessages);
  const { copied: copiedLabel, copy: copyLabel } = useMessages(sharedMessages);
  const json = JSON.stringify(event, null, 2);
  return (
    <details>
      <Text component="summary" size="sm" fw={500}>
        {messages.raw}
      </Text>
      <Group justify="flex-end" my={4}>
        <CopyButton value={json} timeout={1500}>
          {({ copied, copy }) => (
            <button type="button" className="filter-view mantine-focus-auto" onClick={copy}>
              {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}{' '}
              {copied ? copiedLabel : copyLabel(messages.rawCopy)}
            </button>
          )}
        </CopyButton>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard */}
      <pre className="event-json" tabIndex={0}>
        {json}
      </pre>
    </details>
  );
}
