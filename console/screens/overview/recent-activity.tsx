import '../../components/events/audit.css';
import { Card, Group, Skeleton, Text, Title } from '@mantine/core';
import { useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { EventIcon } from '../../components/events/event-icon.tsx';
import { SentenceParts } from '../../components/events/event-sentence.tsx';
import { composeGroup, groupEvents } from '../../components/events/sentences/group-events.ts';
import { ScreenLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { overviewMessages } from './messages.ts';

const shown = 10;
/** Enough that ten remain when those of a batch are one. */
const read = 60;
const everyMs = 60_000;

/** Says what happened last, as soon as the list does not move any more (`isInPlace`). */
export function RecentActivity({ isInPlace }: { isInPlace: boolean }) {
  const messages = useMessages(overviewMessages);
  const { language } = useLanguage();
  const events = useRead(['audit', 'recent'], (client) => client.management.audit.search({ limit: read }), {
    every: everyMs,
  });
  const groups = groupEvents(events.data?.audits ?? []).slice(0, shown);
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {messages.recent}
        </Title>
        <Text size="sm">
          <ScreenLink to="audit">{messages.viewAll}</ScreenLink>
        </Text>
      </Group>
      {events.error ? (
        <ErrorNotice error={events.error} retry={() => void events.refetch()} />
      ) : events.isPending || !isInPlace ? (
        <Skeleton h={360} />
      ) : groups.length === 0 ? (
        <Text size="sm" c="dimmed">
          {messages.noActivity}
        </Text>
      ) : (
        <ol className="recent">
          {groups.map((group) => (
            <li key={group[0].ID} className="event">
              <EventIcon event={group[0]} />
              <div className="event-text">
                <SentenceParts parts={composeGroup(group, language)} />
                <ScreenLink to="audit" state={{ event: group[0].ID }} className="recent-time">
                  <Moment value={group[0].occurred} unit="ms" style="relative" />
                </ScreenLink>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
