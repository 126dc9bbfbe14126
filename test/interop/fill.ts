import { hash } from 'node:crypto';
import type { Json, Left, Template } from './description.ts';

/** A person, and everything else that a placeholder can name. */
export interface Values {
  number: number;
  uuid: string;
  username: string;
  email: string;
  name: string;
  givenName: string;
  familyName: string;
  groups: readonly string[];
  [other: string]: string | number | readonly string[];
}

let count = 0;

/** Invents a person whose address is in `domain`. */
export function newPerson(domain: string, groups: readonly string[] = []): Values {
  count += 1;
  const username = `ada${count}`;
  return {
    number: 48_001_000 + count,
    uuid: `0b6f2c1e-7d1a-4c55-9a10-${String(count).padStart(12, '0')}`,
    username,
    email: `${username}@${domain}`,
    name: `Ada Løvelace & Söhne ${count}`,
    givenName: 'Ada',
    familyName: `Løvelace & Söhne ${count}`,
    groups,
  };
}

export function withFamilyName(person: Values, familyName: string): Values {
  return { ...person, familyName, name: `${person.givenName} ${familyName}` };
}

export function fill(template: Template, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || typeof value === 'object') throw new Error(`no value for {${name}}`);
    return String(value);
  });
}

/** Returns the values of an attribute. */
export function fillAll(templates: readonly Template[], values: Values): string[] {
  return templates.flatMap((one) => (one === '{groups}' ? values.groups : [fill(one, values)]));
}

/** Fills a JSON value. Members with the value `undefined` are left out when it is written. */
export function fillJson(value: Json, values: Values): unknown {
  if (value === '{groups}') return values.groups;
  if (value === '{groupsAsKeys}')
    return Object.fromEntries(values.groups.map((group) => [group, { '2238': 'acme.example' }]));
  if (value === '{number}' || value === '{now}') return Number(fill(value, values));
  if (typeof value === 'string') return fill(value, values);
  if (Array.isArray(value)) return value.map((one) => fillJson(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, fillJson(one as Json, values)]),
  );
}

/** The part of the state in which a sign-in leaves the user that every provider determines. */
export function stateOf(left: Left, person: Values) {
  const subjectHash = hash('sha256', fill(left.subject ?? '', person), 'hex');
  const text = (template: Template | undefined, otherwise: string) =>
    fill(template ?? otherwise, { ...person, subjectHash });
  return {
    name: text(left.name, '{name}'),
    givenName: text(left.givenName, '{givenName}'),
    familyName: text(left.familyName, '{familyName}'),
    email: text(left.email, '{email}'),
    verifiedEmail: left.verifiedEmail ?? true,
    loginIds: [text(left.loginId, '{email}')],
  };
}
