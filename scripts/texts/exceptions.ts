/** Phrases that are right where they are, by file. Each needs its reason beside it. */
export const exceptions: Record<string, string[]> = {
  // The path of a route, and a file in a shell script.
  'server/dev/overview-page.ts': ['answer'],
  // The names of settings and elements, not sentences.
  'console/screens/apps/templates.ts': ['[auth.generic_oauth]', 'gitlab_rails'],
  // A heading that other pages and releases link to.
  'docs/operations.md': ['was refused'],
  // What people type into the search, and the words that the search skips.
  'server/http/docs/search/synonyms.ts': ['middleware, protect route', 'organisation'],
  'server/http/docs/search/words.ts': ['a about all an and any'],
  'console/screens/messages/show-mail.ts': ['a abbr address'],
};
