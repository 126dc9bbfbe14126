/** Phrases that are right where they are, by file. Each needs its reason beside it. */
export const exceptions: Record<string, string[]> = {
  // The names of settings and elements, not sentences.
  'console/screens/apps/templates.ts': ['[auth.generic_oauth]', 'gitlab_rails'],
  'console/screens/messages/show-mail.ts': ['a abbr address'],
};
