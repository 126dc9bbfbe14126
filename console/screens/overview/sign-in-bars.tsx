import { type KeyboardEvent, useState } from 'react';
import { methodColor } from '../../components/events/method-colors.ts';
import { methodName } from '../../components/events/methods.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { overviewMessages } from './messages.ts';
import { axisEnd, type Series } from './series.ts';

interface SignInBarsProps {
  signIns: Series;
  failures: Series;
  label: string;
}

/**
 * A bar for each day, made of the sign-ins by method, and below it one for the failed ones, on a scale of its own because they
 * are few. The arrow keys go through the days. Screen readers have the table.
 */
export function SignInBars({ signIns, failures, label }: SignInBarsProps) {
  const { language } = useLanguage();
  const messages = useMessages(overviewMessages);
  const [current, setCurrent] = useState<number>();
  const end = axisEnd(Math.max(...signIns.days.map(({ total }) => total)));
  const failedEnd = Math.max(...failures.days.map(({ total }) => total), 1);
  const order = signIns.methods.map(({ method }) => method);
  const last = signIns.days.length - 1;
  const move = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') setCurrent(Math.max(0, (current ?? last + 1) - 1));
    else if (key === 'ArrowRight') setCurrent(Math.min(last, (current ?? last - 1) + 1));
    else if (key === 'Escape') setCurrent(undefined);
  };
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const labelled = new Set([0, Math.floor(last / 2), last]);
  return (
    <div
      className="bars mantine-focus-auto"
      role="img"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go through the days
      tabIndex={0}
      onKeyDown={move}
      onBlur={() => setCurrent(undefined)}
      onPointerLeave={() => setCurrent(undefined)}
    >
      <div className="bars-axis">
        {[4, 3, 2, 1, 0].map((step) => (
          <span key={step}>{((end / 4) * step).toLocaleString(language, { notation: 'compact' })}</span>
        ))}
      </div>
      <div className="bars-days">
        {signIns.days.map(({ day: name, counts, total }, index) => (
          <div
            key={name}
            className="bars-day"
            data-current={index === current || undefined}
            onPointerEnter={() => setCurrent(index)}
          >
            <div className="bars-bar" style={{ height: `${(100 * total) / end}%` }}>
              {order.map((method) => {
                const count = counts[method] ?? 0;
                return (
                  count > 0 && (
                    <span key={method} style={{ flexGrow: count, backgroundColor: methodColor(method) }} />
                  )
                );
              })}
            </div>
          </div>
        ))}
      </div>
      <span className="bars-title">{messages.failed}</span>
      <div className="bars-days bars-failed">
        {failures.days.map(({ day: name, total }, index) => (
          <div
            key={name}
            className="bars-day"
            data-current={index === current || undefined}
            onPointerEnter={() => setCurrent(index)}
          >
            <div className="bars-bar" style={{ height: `${(100 * total) / failedEnd}%` }}>
              {total > 0 && <span style={{ flexGrow: 1, backgroundColor: 'var(--bad)' }} />}
            </div>
          </div>
        ))}
      </div>
      <div className="bars-dates">
        {signIns.days.map(
          ({ day: name }, index) =>
            labelled.has(index) && <span key={name}>{day.format(new Date(name))}</span>,
        )}
      </div>
      {current !== undefined && (
        <div
          className="bars-tip"
          data-side={current > last / 2 ? 'left' : 'right'}
          style={{ '--at': (current + 0.5) / (last + 1) } as object}
        >
          <strong>{day.format(new Date(signIns.days[current]?.day ?? 0))}</strong>
          {order
            .filter((method) => signIns.days[current]?.counts[method])
            .map((method) => (
              <span key={method}>
                <i style={{ backgroundColor: methodColor(method) }} />
                {methodName(language, method)}
                <b>{signIns.days[current]?.counts[method]?.toLocaleString(language)}</b>
              </span>
            ))}
          <span>
            <i style={{ backgroundColor: 'var(--bad)' }} />
            {messages.failed}
            <b>{failures.days[current]?.total.toLocaleString(language)}</b>
          </span>
        </div>
      )}
    </div>
  );
}
