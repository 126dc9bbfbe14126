import type { AuditEvent } from '../../../../client/client.ts';
import type { Language } from '../../../i18n/languages.ts';
import { capitalize, readable } from '../../readable.ts';
import { methodInSentence, providerName } from '../methods.ts';
import { english } from './english.ts';
import { type Facts, factsOf } from './facts.ts';
import { fieldsInSentence } from './fields.ts';
import { german } from './german.ts';
import { linkTo, type Target } from './targets.ts';
import type { Template, Wording } from './template.ts';
import { wordingOf } from './wordings.ts';

/** A piece of a sentence: plain text, or a name, which can lead somewhere. */
export interface Part {
  text: string;
  isName?: true;
  target?: Target;
}

const sentences = { en: english, de: german };

/** Says what happened, as pieces of text and names. `template` replaces the sentence of the event's action. */
export function composeSentence(event: AuditEvent, language: Language, template?: string): Part[] {
  const facts = factsOf(event);
  const wording = wordingOf(language);
  const parts = (template ?? templateOf(facts, language))
    .split(/\{([\w.]+)\}/)
    .map((piece, index): Part => (index % 2 === 0 ? { text: piece } : fill(piece, facts, language)))
    .filter(({ text }) => text !== '');
  const count = facts.number('count');
  if (count > 1 && event.action !== 'SnapshotImported') parts.push({ text: ` (${wording.times(count)})` });
  const [first, ...rest] = parts;
  // A name stays as it is written, also at the start.
  return first && !first.isName ? [{ ...first, text: capitalize(first.text) }, ...rest] : parts;
}

/** The sentence as plain text. */
export function sentenceText(event: AuditEvent, language: Language): string {
  return composeSentence(event, language)
    .map(({ text }) => text)
    .join('');
}

/** An event of a program of the customer's can have the name of one of ours. It gets no sentence of ours. */
function templateOf(facts: Facts, language: Language): string {
  const { action, actorType, userId } = facts.event;
  const all: Record<string, Template> = sentences[language];
  const template = actorType !== 'external' && Object.hasOwn(all, action) ? all[action] : undefined;
  if (template === undefined) return wordingOf(language).other('{action}', userId !== '');
  return typeof template === 'string' ? template : template(facts);
}

function fill(place: string, facts: Facts, language: Language): Part {
  const { event } = facts;
  const wording = wordingOf(language);
  switch (place) {
    case 'actor':
      return actorPart(facts, wording);
    case 'user':
      return userPart(facts, wording);
    case 'who':
      return event.userId ? userPart(facts, wording) : { text: facts.text('loginIdMask'), isName: true };
    case 'tenant':
      return tenantPart(facts, wording);
    case 'app':
      return appPart(facts, wording);
    case 'name':
      return namePart(facts, wording);
    case 'impersonator':
      return userById(facts.text('impersonatorId'), event, wording);
    case 'provider':
      return { text: providerName(facts.text('provider') || facts.text('ssoId')), isName: true };
    case 'how':
      return { text: methodInSentence(language, event) };
    case 'fields':
      return { text: fieldsInSentence(facts.list('fields'), language) };
    case 'action':
      return { text: readable(event.action) };
    default:
      return { text: place.startsWith('data.') ? facts.text(place.slice('data.'.length)) : `{${place}}` };
  }
}

function actorPart({ event, userName }: Facts, wording: Wording): Part {
  const { actorType, actorId, actingAs, userId, names = {} } = event;
  const describe = wording.actors[actorType] ?? ((name: string) => name || actorType);
  if (actorType === 'user') {
    const actor = actorId === userId && userName ? userName : undefined;
    const part = actor
      ? { text: actor, isName: true as const, target: linkTo.user(actorId) }
      : userById(actorId, event, wording);
    // Who acts as a user is named without the user in the events about just that.
    const isImpersonation = event.action.startsWith('Imperson');
    if (!actingAs || isImpersonation) return part;
    return { ...part, text: wording.actingAs(part.text, names[actingAs] ?? actingAs) };
  }
  const name = names[actorId] ?? actorId;
  const text = describe(name);
  const target = linkTo.actor(actorType, actorId);
  return { text, ...(text === name && { isName: true as const }), ...(target && { target }) };
}

function userPart({ event, userName }: Facts, wording: Wording): Part {
  if (!event.userId) return { text: wording.formerUser('–') };
  return userName
    ? { text: userName, isName: true, target: linkTo.user(event.userId) }
    : { text: wording.formerUser(event.userId) };
}

function userById(id: string, { names = {} }: AuditEvent, wording: Wording): Part {
  const name = names[id];
  return name ? { text: name, isName: true, target: linkTo.user(id) } : { text: wording.formerUser(id) };
}

function tenantPart({ event, text }: Facts, wording: Wording): Part {
  const [id = ''] = event.tenants;
  const name = event.names?.[id];
  if (name) return { text: name, isName: true, target: linkTo.tenant(id) };
  // The tenant was deleted. Its creation has the name.
  return event.action === 'TenantCreated' && text('name')
    ? { text: text('name'), isName: true }
    : { text: wording.tenant(id) };
}

function appPart({ event, text }: Facts, wording: Wording): Part {
  const marked = text('application') || text('id');
  const isThirdParty = marked.startsWith('~') || event.action.startsWith('InboundApp');
  const id = marked.replace(/^~/, '');
  if (id === event.projectId) return { text: wording.project };
  const name = event.names?.[id];
  const target = isThirdParty ? linkTo.thirdPartyApp(id) : linkTo.app(id);
  return name
    ? { text: wording.quote(name), isName: true, target }
    : { text: wording.quote(text('name') || id), isName: true };
}

/** The record that the event is about. Its name at the time comes first, because that is what somebody did. */
function namePart({ event, text }: Facts, wording: Wording): Part {
  const id = text('id');
  const name = text('name') || event.names?.[id] || id;
  const target = linkTo.record(event.action, id);
  return { text: wording.quote(name), isName: true, ...(target && { target }) };
}
