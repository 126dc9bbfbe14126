import type { ErrorCode } from '../../../core/errors.ts';
import { errorCodes, errorDescription, errorStatus } from '../../../core/errors.ts';
import { particularErrors } from '../../declared-errors.ts';
import type { Endpoint } from '../../endpoint.ts';
import { tagOf } from '../../openapi.ts';
import { plainText } from '../plain-text.ts';
import type { Entry } from '../search/entry.ts';
import { reasonsOf } from './errors/reasons.ts';
import { groupTitles } from './groups.ts';

export interface OperationGroup {
  name: string;
  title: string;
  section: string;
  operations: readonly Endpoint[];
}

/** The API, in groups. */
export interface Reference {
  groups: readonly OperationGroup[];
  groupByName: ReadonlyMap<string, OperationGroup>;
  operations: ReadonlyMap<string, Endpoint>;
  /** The operations that can return an error code, without those that all of them return. */
  operationsOf: ReadonlyMap<ErrorCode, readonly Endpoint[]>;
}

export function createReference(endpoints: readonly Endpoint[]): Reference {
  const byTag = Map.groupBy(endpoints, tagOf);
  const groups = Object.entries(groupTitles).flatMap(([section, titles]) =>
    Object.entries(titles).map(([name, title]) => ({
      name,
      title,
      section,
      operations: (byTag.get(name) ?? []).toSorted((a, b) => rankOf(a) - rankOf(b)),
    })),
  );
  const operationsOf = new Map<ErrorCode, Endpoint[]>(errorCodes.map((code) => [code, []]));
  for (const endpoint of endpoints) {
    for (const code of particularErrors(endpoint)) operationsOf.get(code)?.push(endpoint);
  }
  return {
    groups,
    groupByName: new Map(groups.map((group) => [group.name, group])),
    operations: new Map(endpoints.map((endpoint) => [endpoint.name, endpoint])),
    operationsOf,
  };
}

const verbs: readonly RegExp[] = [
  /^Create/,
  /^(Load|Get)/,
  /^(List|Search|Count)/,
  /^(Update|Change|Replace|Set|Add|Rename)/,
];
const lastVerbs = /^(Remove|Delete|Revoke)/;

/** Puts the operations of management that create a thing first, and those that delete it last. */
function rankOf({ name, summary }: Endpoint): number {
  if (!name.startsWith('management.')) return 0;
  const rank = verbs.findIndex((verb) => verb.test(summary));
  return rank >= 0 ? rank : lastVerbs.test(summary) ? verbs.length + 1 : verbs.length;
}

export const errorsPage = '/docs/reference/errors';

export function addressOf({ name }: Endpoint): string {
  return `/docs/reference/${name}`;
}

/** Lists what a search can find: the operations of a group at a time, then the error codes. */
export function* readReference({ groups }: Reference): Iterable<Entry[]> {
  for (const { title, operations } of groups) {
    yield operations.map((endpoint) => ({
      kind: 'operation',
      page: addressOf(endpoint),
      address: addressOf(endpoint),
      title,
      heading: endpoint.summary,
      name: [endpoint.name, endpoint.path, ...(endpoint.otherPaths ?? [])].join(' '),
      keywords: '',
      text: [`${endpoint.method} ${endpoint.path}.`, endpoint.description].filter(Boolean).join('\n'),
    }));
  }
  yield [
    {
      kind: 'page',
      page: errorsPage,
      address: errorsPage,
      title: 'Error codes',
      heading: 'Error codes',
      name: '',
      keywords: 'error codes, list of error codes, all errors, errorCode',
      text: 'Every error code of the API, with its status, its causes and what to do.',
    },
  ];
  yield errorCodes.map((code) => ({
    kind: 'error',
    page: `${errorsPage}#${code}`,
    address: `${errorsPage}#${code}`,
    title: 'Error codes',
    heading: code,
    name: code,
    keywords: '',
    text: [
      `${errorDescription(code)} (status ${errorStatus(code)})`,
      ...reasonsOf[code].map(([cause, remedy]) => plainText(`${cause} ${remedy}`)),
    ].join('\n'),
  }));
}
