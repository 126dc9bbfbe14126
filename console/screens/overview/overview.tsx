import { Card, Grid, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-api.ts';
import { now } from '../../clock.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { loadable } from '../../parts/loadable.tsx';
import { Page } from '../../parts/page.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useLanguage, useWords } from '../../words/language.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { byDay, dayMs, totalOf } from './series.ts';
import { overviewWords } from './words.ts';

const defaults = { days: 30 };
const choices = [7, 30, 90];
const chartHeight = 260;
const MethodChart = loadable(() => import('./method-chart.tsx'), <Skeleton h={chartHeight} />);
const actions = { signIn: 'LoginSucceed', failure: 'LoginFailed', created: 'UserCreated' };

export default function Overview() {
  const words = useWords(overviewWords);
  const [view, change] = useUrlState(defaults);
  // Addresses are typed by people: a bar for each of a million days would be too much.
  const days = choices.includes(view.days) ? view.days : defaults.days;
  const users = useRead(['users', 'total'], (client) => client.management.user.search({ limit: 1 }));
  const activity = useRead(['activity', days], (client) =>
    client.management.analytics.search({
      actions: Object.values(actions),
      from: startOfDay(days),
      groupByAction: true,
      groupByMethod: true,
      groupByCreated: 'd',
    }),
  );
  const of = (action: string) => activity.data?.filter((count) => count.action === action);
  const signIns = of(actions.signIn);
  const failures = of(actions.failure);
  return (
    <Page
      title={words.title}
      actions={
        <SegmentedControl
          aria-label={words.range}
          value={String(days)}
          onChange={(value) => change({ days: Number(value) })}
          data={choices.map((count) => ({ value: String(count), label: words.days(count) }))}
        />
      }
    >
      {users.data?.total === 0 && <FirstSteps />}
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label={words.users} value={users.data?.total} />
        <Figure label={words.newUsers} value={totalOf(of(actions.created))} />
        <Figure label={words.signIns} value={totalOf(signIns)} />
        <Figure label={words.failures} value={totalOf(failures)} />
      </SimpleGrid>
      {activity.error && <ErrorNotice error={activity.error} retry={activity.refetch} />}
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <ChartCard title={words.byMethod}>
              {signIns?.length === 0 ? (
                <EmptyState icon={ChartColumn} title={words.noSignIns} lead={words.noSignInsLead} />
              ) : (
                signIns && <MethodChart {...byDay(signIns, days, now())} label={words.byMethod} />
              )}
            </ChartCard>
            <ChartCard title={words.failuresByMethod}>
              {failures?.length === 0 ? (
                <Text size="sm">{words.noFailures}</Text>
              ) : (
                failures && <MethodChart {...byDay(failures, days, now())} label={words.failuresByMethod} />
              )}
            </ChartCard>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Attention />
        </Grid.Col>
      </Grid>
      {users.data && users.data.total > 0 && users.data.total < 5 && <FirstSteps />}
    </Page>
  );
}

/** Whole days, so that the first one is not a part of one; and the same query for as long as the day lasts. */
function startOfDay(days: number): number {
  return (Math.floor(now() / dayMs) - days + 1) * dayMs;
}

function Figure({ label, value }: { label: string; value: number | undefined }) {
  const { language } = useLanguage();
  return (
    <Card withBorder padding="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={34} w={80} mt={2} />
      ) : (
        <Text fz={28} fw={650} lh={1.25}>
          {value.toLocaleString(language)}
        </Text>
      )}
    </Card>
  );
}

function ChartCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder padding="md">
      <Title order={2} size="h5" mb="md">
        {title}
      </Title>
      {children || <Skeleton h={chartHeight} />}
    </Card>
  );
}
