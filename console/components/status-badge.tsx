import './badges.css';

/** `good` works, `bad` was stopped, `new` waits for somebody, and `off` is none of it. */
export type Tone = 'good' | 'bad' | 'new' | 'off';

/** Shows the state of a record in a word, with a dot of its color. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
