import { Link } from 'wouter';
import type { AuditEvent } from '../../../client/client.ts';
import { useHref } from '../../components/links.tsx';
import { preload } from '../../components/preload.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { auditMessages } from './messages.ts';
import { methodName } from './methods.ts';
import { composeSentence, type Part } from './sentences/compose-sentence.ts';

/** Says what happened, with links to whom it concerns. */
export function EventSentence({ event }: { event: AuditEvent }) {
  const { language } = useLanguage();
  return <SentenceParts parts={composeSentence(event, language)} />;
}

/** Shows a sentence with plain elements, because a table has many of them. */
export function SentenceParts({ parts }: { parts: Part[] }) {
  const href = useHref();
  return parts.map(({ text, isName, target }, index) => {
    const key = `${index}/${text}`;
    if (target) {
      return (
        <Link
          key={key}
          className="event-link"
          href={href(target.to, target.state)}
          onPointerEnter={() => preload(target.to)}
        >
          {text}
        </Link>
      );
    }
    return isName ? <strong key={key}>{text}</strong> : text;
  });
}

/** Returns a function that says how and from where something was done: method, device and address. */
export function useEventOrigin(): (event: AuditEvent) => string {
  const { language } = useLanguage();
  const { devices } = useMessages(auditMessages);
  return ({ method, device, remoteAddress }) =>
    [
      method && methodName(language, method),
      device && device !== 'Unknown' && (devices[device] ?? device),
      remoteAddress,
    ]
      .filter(Boolean)
      .join(' · ');
}
