import { expect, test } from 'vitest';
import { rankActions } from './rank-actions.ts';

const screens = [
  { label: 'Overview' },
  { label: 'Methods', description: 'Sign-in page, passwords, passkeys', keywords: ['Verfahren'] },
  { label: 'Sign-in policy', description: 'Second factors', keywords: ['2FA', 'MFA'] },
  { label: 'Settings', description: 'Redirect URLs, origins' },
];
const people = [{ label: 'Ann Überall', description: 'ann@example.com' }, { label: 'Joanne Setter' }];
const groups = [
  { group: 'Screens', actions: screens },
  { group: 'Users', actions: people },
];

/** Returns the names that are found, group by group. */
const found = (query: string) =>
  rankActions(query, groups).map(({ group, actions }) => [group, ...actions.map(({ label }) => label)]);

test.each<[query: string, expected: string[][]]>([
  // Nothing typed: everything, in its own order.
  [
    '',
    [
      ['Screens', ...screens.map(({ label }) => label)],
      ['Users', ...people.map(({ label }) => label)],
    ],
  ],
  // A name that begins with it precedes a description that contains it.
  ['sign-in', [['Screens', 'Sign-in policy', 'Methods']]],
  // The group with the better match comes first, although screens are named first.
  ['ann', [['Users', 'Ann Überall', 'Joanne Setter']]],
  [
    'sett',
    [
      ['Screens', 'Settings'],
      ['Users', 'Joanne Setter'],
    ],
  ],
  ['policy', [['Screens', 'Sign-in policy']]],
  // Words that are not shown, in the other language, in any case.
  ['2fa', [['Screens', 'Sign-in policy']]],
  ['verfahren', [['Screens', 'Methods']]],
  ['  OVERV  ', [['Screens', 'Overview']]],
  // Accents do not matter, as in the search of users.
  ['uberall', [['Users', 'Ann Überall']]],
  ['überall', [['Users', 'Ann Überall']]],
  ['@example', [['Users', 'Ann Überall']]],
  ['nobody', []],
])('“%s” finds what it names best first', (query, expected) => {
  expect(found(query)).toEqual(expected);
});
