import { readPhoneNumber } from '../../../core/phone-number.ts';
import { versionOf } from '../../../protocols/scim/etag.ts';
import {
  customSchemaId,
  isObject,
  type Resource,
  type ResourceType,
} from '../../../protocols/scim/schema.ts';
import { usableText } from '../../directory/users/details.ts';
import { isEmail, readEmail } from '../../directory/users/identifiers/address.ts';
import { isDisabled, type User } from '../../directory/users/user.ts';
import type { Directory } from './directory.ts';

/** The statements of a directory about a user. */
export interface DirectoryEntry {
  userId: string;
  externalId: string;
  state: 'member' | 'former' | 'deleted';
  createdUser: boolean;
  attributes: Resource;
  seen: Seen;
  modifiedAt: number;
}

/** A user's own fields that a resource shows. */
export interface Seen extends Person {
  userName: string;
  active: boolean;
  customAttributes: Record<string, unknown>;
}

/** The part of a resource that becomes the user's own fields. */
interface Person {
  name: string;
  givenName: string;
  middleName: string;
  familyName: string;
  email: string;
  phone: string;
}

export interface DirectoryUser {
  user: User;
  isMember: boolean;
  /** Absent: the directory has said nothing yet. */
  entry: DirectoryEntry | undefined;
  groups: { id: string; displayName: string }[];
}

const nameParts = ['givenName', 'middleName', 'familyName'] as const;

/** Marks `active` in what is stored, if the directory has removed it: it then is not shown until the status changes. */
export const unassigned = 'unassigned';

export function seenOf(user: User, isMember: boolean): Seen {
  const { name, givenName, middleName, familyName, email, phone, customAttributes } = user;
  return {
    userName: user.loginIds[0] ?? '',
    active: isMember && !isDisabled(user),
    name,
    givenName,
    middleName,
    familyName,
    email,
    phone,
    customAttributes,
  };
}

/** Returns the user's own fields that a resource gives. Unusable values are kept in the resource only. */
export function personOf(resource: Resource): Person {
  const name = objectAt(resource, 'name');
  const part = (field: (typeof nameParts)[number]) => usableText(field, text(name[field]));
  const [givenName, middleName, familyName] = nameParts.map(part) as [string, string, string];
  const joined = [givenName, familyName].filter(Boolean).join(' ');
  const userName = text(resource['userName']);
  const email = text(listAt(resource, 'emails')[preferredEmail(resource)]?.['value']);
  const phone = listAt(resource, 'phoneNumbers')[preferredPhone(resource)];
  return {
    name: usableText('name', text(resource['displayName']) || text(name['formatted']) || joined),
    givenName,
    middleName,
    familyName,
    email: isEmail(email) ? readEmail(email) : isEmail(userName) && email === '' ? readEmail(userName) : '',
    phone: phone ? phoneIn(phone) : '',
  };
}

/** Finds the address that is the user's: the primary one, else the one at work, else the first. */
function preferredEmail(resource: Resource): number {
  const emails = listAt(resource, 'emails');
  const usable = (test: (email: Resource) => boolean) =>
    emails.findIndex((email) => isEmail(text(email['value'])) && test(email));
  const choices = [
    usable(({ primary }) => primary === true),
    usable(({ type }) => text(type).toLowerCase() === 'work'),
    usable(() => true),
  ];
  return choices.find((index) => index >= 0) ?? -1;
}

/** Finds the first number in international form. */
function preferredPhone(resource: Resource): number {
  return listAt(resource, 'phoneNumbers').findIndex((phone) => phoneIn(phone) !== '');
}

/** RFC 3966 writes a number as `tel:+1-201-555-0123`. */
function phoneIn({ value }: Resource): string {
  return readPhoneNumber(text(value).replace(/^tel:/i, '')) ?? '';
}

export const text = (value: unknown) => (typeof value === 'string' ? value : '');

function objectAt(resource: Resource, name: string): Resource {
  const value = resource[name];
  return isObject(value) ? value : {};
}

function listAt(resource: Resource, name: string): Resource[] {
  const value = resource[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/**
 * Returns a user as the directory sees them: as it sent them, and with what was changed elsewhere since. `owner`: the directory to
 * whose tenant the account belongs, so that the user's custom attributes are the directory's.
 */
export function toContent(
  { user, isMember, entry }: DirectoryUser,
  owner: Pick<Directory, 'hidden'> | undefined,
): Resource {
  const resource = structuredClone(entry?.attributes ?? {});
  const now = seenOf(user, isMember);
  const isChanged = (field: keyof Seen) => entry === undefined || entry.seen[field] !== now[field];
  resource['userName'] = now.userName;
  if (entry?.externalId) resource['externalId'] = entry.externalId;
  if (resource['active'] === unassigned && !isChanged('active')) delete resource['active'];
  else resource['active'] = now.active;
  if (isChanged('name')) put(resource, 'displayName', now.name);
  const name = { ...objectAt(resource, 'name') };
  for (const field of nameParts) if (isChanged(field)) put(name, field, now[field]);
  put(resource, 'name', name);
  if (isChanged('email'))
    putInList(resource, 'emails', preferredEmail(resource), now.email, { type: 'work', primary: true });
  if (isChanged('phone'))
    putInList(resource, 'phoneNumbers', preferredPhone(resource), now.phone, { type: 'work' });
  if (owner) {
    const shown = Object.entries(now.customAttributes).filter(([name]) => !owner.hidden.has(name));
    put(resource, customSchemaId, Object.fromEntries(shown));
  }
  return resource;
}

function put(resource: Resource, name: string, value: string | Resource): void {
  if (value === '' || (isObject(value) && Object.keys(value).length === 0)) delete resource[name];
  else resource[name] = value;
}

function putInList(resource: Resource, name: string, index: number, value: string, details: Resource): void {
  const list = listAt(resource, name);
  if (index >= 0 && value !== '') list[index] = { ...list[index], value };
  else if (index >= 0) list.splice(index, 1);
  else if (value !== '') list.unshift({ value, ...details });
  if (list.length > 0) resource[name] = list;
  else delete resource[name];
}

/** Completes content to the resource that a response shows. */
export function toResource(
  { base, types }: Pick<Directory, 'base' | 'types'>,
  { user, entry, groups }: DirectoryUser,
  content: Resource,
): Resource {
  const at = (moment: number) => new Date(moment).toISOString();
  return {
    schemas: schemasOf(types.User, content),
    id: user.id,
    ...content,
    ...(groups.length > 0 && {
      groups: groups.map(({ id, displayName }) => ({
        value: id,
        $ref: `${base}/Groups/${id}`,
        display: displayName,
        type: 'direct',
      })),
    }),
    meta: {
      resourceType: 'User',
      created: at(user.createdAt),
      lastModified: at(Math.max(user.modifiedAt, entry?.modifiedAt ?? 0)),
      location: `${base}/Users/${user.id}`,
      version: versionOf(content),
    },
  };
}

export function schemasOf({ core, extensions }: ResourceType, content: Resource): string[] {
  return [core.id, ...extensions.map(({ id }) => id).filter((id) => content[id] !== undefined)];
}
