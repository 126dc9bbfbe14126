import type { Migration } from 'kysely/migration';
import { foundation } from './migrations/0001-foundation.ts';

/** In the order in which they run. A released migration is never edited; the next one corrects it. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
};
