import { Fragment, type ReactNode } from 'react';

/** The details of a record: labels next to their values, or above them where space is tight. */
export function Details({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="details">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
