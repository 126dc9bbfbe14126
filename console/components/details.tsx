import { Fragment, type ReactNode } from 'react';

/** The facts of one record: names beside values, or above them where there is no room. */
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
