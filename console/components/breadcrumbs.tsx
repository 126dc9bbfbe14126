import './breadcrumbs.css';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { ScreenLink } from './links.tsx';
import type { UrlState } from './url-state.ts';

export interface Crumb {
  title: string;
  /** The path relative to the project. */
  to: string;
  state?: UrlState;
}

/** The way from a list to the open record. `current` names the open screen. */
export function Breadcrumbs({ within, current }: { within: Crumb[]; current: string }) {
  const messages = useMessages(sharedMessages);
  return (
    <nav aria-label={messages.breadcrumbs}>
      <ol className="breadcrumbs">
        {within.map(({ title, to, state }) => (
          <li key={to}>
            <ScreenLink to={to} c="dimmed" {...(state && { state })}>
              {title}
            </ScreenLink>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
