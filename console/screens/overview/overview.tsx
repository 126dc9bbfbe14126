import './overview.css';
import { SegmentedControl, Skeleton } from '@mantine/core';
import type { ActivityCount } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { now } from '../../clock.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { AllWell, Attention, useAttention } from './attention.tsx';
import { Figure } from './figure.tsx';
import { FirstSteps } from './first-steps.tsx';
import { overviewMessages } from './messages.ts';
import { RecentActivity } from './recent-activity.tsx';
import { byDay, dailyTotals, dayMs, startOfDays, sum } from './series.ts';
import { SignIns } from './sign-ins.tsx';

const defaults = { days: 30 };
const choices = [7, 30, 90];
const actions = { signIn: 'LoginSucceed', failure: 'LoginFailed', created: 'UserCreated' };

export default function Overview() {
  const messages = useMessages(overviewMessages);
  const { language } = useLanguage();
  const [view, change] = useUrlState(defaults);
  // The address can contain any number, and a chart with a million days would be too large.
  const days = choices.includes(view.days) ? view.days : defaults.days;
  const users = useRead(['users', 'total'], (client) => client.management.user.search({ limit: 1 }));
  const attention = useAttention();
  const activity = useActivity(days);
  const active = useActiveUsers(days);
  const total = users.data?.total;
  const hasAttention = attention.points.length > 0 || attention.failed !== undefined;
  const loadError = activity.error ?? active.error;
  // The points of attention and the first steps push the lists down when they appear. The lists wait for them, so
  // that a click does not hit another line.
  const isInPlace = !users.isPending && !attention.isPending;
  return (
    <Page
      title={messages.title}
      actions={
        <SegmentedControl
          aria-label={messages.range}
          value={String(days)}
          onChange={(value) => change({ days: Number(value) })}
          data={choices.map((count) => ({ value: String(count), label: messages.days(count) }))}
        />
      }
    >
      {hasAttention && <Attention {...attention} />}
      {total !== undefined && total < 5 && <FirstSteps />}
      {loadError ? (
        <ErrorNotice
          error={loadError}
          retry={() => {
            activity.refetch();
            active.refetch();
          }}
        />
      ) : (
        <div className="figures">
          <Figure
            label={messages.activeUsers}
            {...active.figure}
            length={days}
            note={total === undefined ? undefined : messages.totalUsers(total.toLocaleString(language))}
          />
          <Figure label={messages.newUsers} {...activity.figureOf(actions.created)} length={days} />
          <Figure label={messages.signIns} {...activity.figureOf(actions.signIn)} length={days} />
          <Figure label={messages.failures} {...activity.figureOf(actions.failure)} length={days} isBad />
        </div>
      )}
      <div className="overview">
        {isInPlace && activity.signIns && activity.failures ? (
          <SignIns signIns={activity.signIns} failures={activity.failures} />
        ) : (
          !loadError && <Skeleton h={480} />
        )}
        <div>
          <RecentActivity isInPlace={isInPlace} />
          {!hasAttention && !attention.isPending && <AllWell />}
        </div>
      </div>
    </Page>
  );
}

/**
 * Loads the events of the period and of the one before, in whole days, so that the first bar covers a full day and the query
 * stays the same for the rest of the day.
 */
function useActivity(days: number) {
  const time = now();
  const start = startOfDays(days, time);
  const query = useRead(['activity', days], (client) =>
    client.management.analytics.search({
      actions: Object.values(actions),
      from: start - days * dayMs,
      groupByAction: true,
      groupByMethod: true,
      groupByCreated: 'd',
    }),
  );
  // While another period loads, the shown data are of the one before.
  const counts = query.isPlaceholderData ? undefined : query.data;
  const countsOf = (action: string) => counts?.filter((count) => count.action === action);
  const current = (action: string) =>
    countsOf(action)?.filter(({ created }: ActivityCount) => Number(created) >= start);
  const series = (action: string) => {
    const counts = current(action);
    return counts && byDay(counts, days, time);
  };
  return {
    error: query.error,
    refetch: () => void query.refetch(),
    signIns: series(actions.signIn),
    failures: series(actions.failure),
    figureOf(action: string) {
      const rows = countsOf(action)?.map(({ created, cnt }) => ({ created, count: Number(cnt) }));
      const daily = rows && dailyTotals(rows, 2 * days, time);
      return {
        value: daily && sum(daily.slice(days)),
        earlier: daily && sum(daily.slice(0, days)),
        days: daily?.slice(days),
      };
    },
  };
}

/** Counts users who are active on several days once. */
function useActiveUsers(days: number) {
  const time = now();
  const start = startOfDays(days, time);
  const current = useRead(['activity', 'users', days], (client) =>
    client.management.analytics.searchActiveUsers({ from: start }),
  );
  const earlier = useRead(['activity', 'users-before', days], (client) =>
    client.management.analytics.searchActiveUsers({ from: start - days * dayMs, to: start - dayMs }),
  );
  const isOld = current.isPlaceholderData || earlier.isPlaceholderData;
  const rows = current.data?.days.map(({ created, users }) => ({ created, count: users }));
  return {
    error: current.error ?? earlier.error,
    refetch() {
      void current.refetch();
      void earlier.refetch();
    },
    figure: {
      value: isOld ? undefined : current.data?.users,
      earlier: isOld ? undefined : earlier.data?.users,
      days: isOld ? undefined : rows && dailyTotals(rows, days, time),
    },
  };
}
