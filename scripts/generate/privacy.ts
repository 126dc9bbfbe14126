import {
  type PersonalTable,
  personalTables,
} from '../../server/domain/administration/transfer/person/personal-tables.ts';

const head = ['| table | what it contains | kept |', '|---|---|---|'];

/** Returns the page with the list of tables brought up to date: every table with data about a person, in its order. */
export function privacyPage(page: string): string {
  const tables = Object.entries(personalTables) as [string, PersonalTable | string][];
  const rows = tables.flatMap(([name, facts]) =>
    typeof facts === 'string' ? [] : `| \`${name}\` | ${facts.content} | ${facts.kept} |`,
  );
  const start = page.indexOf(head[0]!);
  const end = page.indexOf('\n\n', start);
  if (start < 0) throw new Error('docs/privacy.md has no list of tables');
  return page.slice(0, start) + [...head, ...rows].join('\n') + page.slice(end);
}
