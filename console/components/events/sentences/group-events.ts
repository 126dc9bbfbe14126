import type { AuditEvent } from '../../../../client/client.ts';
import type { Language } from '../../../i18n/languages.ts';
import { composeSentence, type Part } from './compose-sentence.ts';
import { wordingOf } from './wordings.ts';

/** Events of one kind that one party caused right after each other. The newest comes first. */
export type EventGroup = [AuditEvent, ...AuditEvent[]];

/** The longest time between two events of a group. */
const gapMs = 60_000;

/** Groups neighbours: a batch that created a thousand users is one thing that somebody did. */
export function groupEvents(events: AuditEvent[]): EventGroup[] {
  const groups: EventGroup[] = [];
  for (const event of events) {
    const group = groups.at(-1);
    if (group && belongs(group, event)) group.push(event);
    else groups.push([event]);
  }
  return groups;
}

function belongs(group: EventGroup, event: AuditEvent): boolean {
  const last = group.at(-1) ?? group[0];
  const isSame = (field: 'action' | 'actorType' | 'actorId' | 'method') => last[field] === event[field];
  return (
    isSame('action') &&
    isSame('actorType') &&
    isSame('actorId') &&
    isSame('method') &&
    last.data['cause'] === event.data['cause'] &&
    // Of visitors nobody knows whether they are the same.
    (event.actorType !== 'anonymous' || last.userId === event.userId) &&
    Math.abs(Number(last.occurred) - Number(event.occurred)) <= gapMs
  );
}

/** Says what a group of events did: "created 12 users", or the first of them and how many more. */
export function composeGroup(group: EventGroup, language: Language): Part[] {
  const [first] = group;
  if (group.length === 1) return composeSentence(first, language);
  const wording = wordingOf(language);
  const template = wording.groups[first.action];
  const isAboutOne = group.every(({ userId }) => userId === first.userId);
  if (template && !isAboutOne) return composeSentence(first, language, template(group.length));
  const count = isAboutOne ? wording.times(group.length) : wording.more(group.length - 1);
  return [...composeSentence(first, language), { text: ` (${count})` }];
}
