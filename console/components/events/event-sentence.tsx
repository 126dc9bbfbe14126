import { Link } from 'wouter';
import type { AuditEvent } from '../../../client/client.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useHref } from '../links.tsx';
import { preload } from '../preload.ts';
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
