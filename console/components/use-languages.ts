import { useRead } from '../api/use-api.ts';

/** Returns the tags of the languages that users can read. Undefined until they have loaded. */
export function useLanguages(): string[] | undefined {
  const templates = useRead(['templates'], (client) => client.management.messageTemplates.list());
  return templates.data && [...new Set(templates.data.map(({ locale }) => locale))];
}
