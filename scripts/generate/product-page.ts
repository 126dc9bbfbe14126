import { posix } from 'node:path';
import type { Group } from '../../server/domain/group.ts';
import type { layers } from '../imports/folders.ts';

type Layer = (typeof layers)[number];

/** The layers in the words of a newcomer, in the order in which the page has them. */
const headings: Record<Layer, string> = {
  credentials: 'Ways to sign in',
  federation: 'Sign-in with other identity providers',
  applications: 'Sign-in to applications',
  pages: 'Pages for users',
  directory: 'Users, tenants and permissions',
  sessions: 'Sessions',
  project: 'Projects, messages and the audit log',
  administration: 'The instance',
};

/** Describes what the product can do: each group in the first paragraph of its README.md. */
export function productPage(
  groups: readonly Pick<Group, 'name'>[],
  readmeOf: (group: string) => string,
): string {
  const sections = Object.entries(headings).map(([layer, heading]) => {
    const entries = groups
      .filter(({ name }) => name.startsWith(`${layer}/`))
      .map(({ name }) => entryOf(name, readmeOf(name)));
    return `## ${heading}\n\n${entries.join('\n')}\n`;
  });
  return `# What Latchkey can do

Each line is a part of Latchkey, and the first paragraph of the part's own \`README.md\`, from which \`npm run generate\` writes this page.
[api.md](api.md#what-is-not-supported) says what Latchkey does not do, and [architecture.md](architecture.md#layers) where each part is in the code.

${sections.join('\n')}`;
}

function entryOf(name: string, readme: string): string {
  const [, title, paragraph] = /^# (.+)\n\n((?:.+\n)+)/.exec(readme) ?? [];
  // Where the code is belongs to the second paragraph.
  if (!title || !paragraph || paragraph.includes('.ts`'))
    throw new Error(`server/domain/${name}/README.md must begin with a heading and a paragraph for users`);
  return `- **${title}**: ${fromDocs(name, paragraph.trim().replaceAll('\n', ' '))}`;
}

/** Returns the paragraph with its links as docs/ needs them. */
function fromDocs(name: string, paragraph: string): string {
  return paragraph.replace(/\]\((?!https?:)([^)#]+)/g, (_, target: string) => {
    const file = posix.join('server/domain', name, target);
    return `](${posix.relative('docs', file)}`;
  });
}
