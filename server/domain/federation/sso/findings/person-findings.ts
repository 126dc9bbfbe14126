import type { Connection } from '../connection.ts';
import type { SsoPerson } from '../details.ts';
import type { Gap } from '../gaps.ts';
import type { AssertedAddress } from '../identities/asserted.ts';
import { type Finding, listOf } from './finding.ts';

/** Says what is known of the person whom an answer names, and what would keep that person from signing in. */
export function personFindings(
  { settings }: Connection,
  person: SsoPerson,
  asserted: AssertedAddress,
  gaps: Gap[],
): Finding[] {
  const { sources, groups, subject } = person;
  const isOverage = gaps.some(({ kind }) => kind === 'groups');
  return [
    ...(subject ? [] : [{ code: 'subjectMissing' } as const]),
    ...gaps.map(({ finding }) => finding),
    ...(isOverage && settings.extra.groupOverage === 'refuse' ? [{ code: 'groupsRefused' } as const] : []),
    found(sources.name, 'nameFound', 'nameMissing'),
    found([sources.email ?? []].flat(), 'emailFound', 'emailMissing'),
    ...addressFindings(asserted),
    ...(groups && groups.length > 0
      ? [
          {
            code: 'groupsFound' as const,
            values: { attribute: listOf([sources.group ?? '']), count: String(groups.length) },
          },
        ]
      : []),
    ...(groups?.length === 0 ? [{ code: 'groupsMissing' } as const] : []),
  ];
}

function found(
  sources: string[],
  code: 'nameFound' | 'emailFound',
  missing: 'nameMissing' | 'emailMissing',
): Finding {
  if (sources.length === 0) return { code: missing };
  // The sentence quotes one name, and the parts of a person's name are several.
  return { code, values: { attribute: sources.map((source) => listOf([source])).join('` + `') } };
}

function addressFindings({ address, isForeign, isProven }: AssertedAddress): Finding[] {
  if (isForeign) return [{ code: 'emailForeign' }];
  return address && !isProven ? [{ code: 'emailNotProven' }] : [];
}
