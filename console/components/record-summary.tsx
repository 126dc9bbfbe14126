import './record-summary.css';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { ScreenLink } from './links.tsx';

export interface Fact {
  name: string;
  value: ReactNode;
  /** The tab of this page where it can be changed or seen in full. */
  tab?: string;
}

interface RecordSummaryProps {
  /** Names the summary for screen readers. */
  label: string;
  /** The path of the page, relative to the project. */
  path: string;
  /** The part that identifies the record: a picture, its name, its status. */
  head: ReactNode;
  facts: Fact[];
  /** The facts that a phone shows only on request. */
  minor: Fact[];
}

/** The facts about a record that its tabs have in full. */
export function RecordSummary({ label, path, head, facts, minor }: RecordSummaryProps) {
  const messages = useMessages(sharedMessages);
  const [isComplete, setIsComplete] = useState(false);
  const show = ({ name, value, tab }: Fact, isMinor: boolean) => (
    <div key={name} {...(isMinor && { className: 'summary-minor' })}>
      <dt>
        {tab ? (
          <ScreenLink to={path} state={{ tab }} c="dimmed">
            {name} <ChevronRight size={12} aria-hidden />
          </ScreenLink>
        ) : (
          name
        )}
      </dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <section className="summary" aria-label={label} {...(isComplete && { 'data-complete': true })}>
      <div className="summary-head">{head}</div>
      <dl className="summary-facts">
        {facts.map((fact) => show(fact, false))}
        {minor.map((fact) => show(fact, true))}
      </dl>
      <button
        type="button"
        className="summary-toggle text-button"
        aria-expanded={isComplete}
        onClick={() => setIsComplete(!isComplete)}
      >
        {isComplete ? messages.showLess : messages.showMore}
      </button>
    </section>
  );
}

/** A record's summary and, beside it or below it, its tabs. */
export function RecordColumns({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="record-page">
      <div className="record-columns">
        {summary}
        <div>{children}</div>
      </div>
    </div>
  );
}
