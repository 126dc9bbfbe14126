import { useState } from 'react';
import { defaults, type Filters, filtersOf } from '../../components/events/view.ts';
import { readPreference, writePreference } from '../../components/preferences.ts';
import { useProject } from '../../session/project.tsx';
import { useSession } from '../../session/session.tsx';

/** A filter with a name. It contains only what differs from the defaults. */
export interface SavedFilter {
  name: string;
  filters: Partial<Filters>;
}

const mostSaved = 20;

/** The filters that every administrator has. They leave the time and the order as they are. */
export const builtInFilters: { id: 'failures' | 'administrators' | 'security'; filters: Partial<Filters> }[] =
  [
    { id: 'failures', filters: { actions: ['LoginFailed', 'LoginExceedMaxAttempts'] } },
    { id: 'administrators', filters: { actorTypes: ['administrator', 'commandLine'] } },
    {
      id: 'security',
      filters: {
        actions: [
          ...['SecurityNoticeAnswered', 'RefreshReused', 'LoginExceedMaxAttempts', 'ImpersonationRefused'],
          ...['Impersonated', 'OAuthTokenShown', 'SsoAppSecretShown', 'InboundAppSecretShown'],
          'AuditEventsRemoved',
        ],
      },
    },
  ];

/** Returns the filters that differ from the defaults. `text` is among them, page and open event are not. */
export function givenFilters(filters: Filters): Partial<Filters> {
  const entries = Object.entries(filters).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name as keyof Filters]),
  );
  return Object.fromEntries(entries) as Partial<Filters>;
}

/** Reports whether a view shows exactly these filters. The time and the order count only if the filter has them. */
export function isShown(filters: Partial<Filters>, shown: Filters): boolean {
  const { range, from, to, oldestFirst, ...rest } = shown;
  const time = { range, from, to, oldestFirst };
  const compared = 'range' in filters || 'oldestFirst' in filters ? { ...rest, ...time } : rest;
  const expected = { ...filtersOf(defaults), ...filters };
  return Object.entries(compared).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(expected[name as keyof Filters]),
  );
}

/**
 * The filters that the administrator has saved for this project, in this browser. They can name users, as the addresses of the
 * screens in the browser's history do.
 */
export function useSavedFilters() {
  const { administrator } = useSession();
  const { project } = useProject();
  const key = `audit-filters.${project.id}.${administrator.userId}`;
  const [saved, setSaved] = useState(() => readSaved(key));
  const store = (filters: SavedFilter[]) => {
    writePreference(key, filters);
    setSaved(filters);
  };
  return {
    saved,
    isFull: saved.length >= mostSaved,
    /** Replaces a filter of the same name. */
    save: (filter: SavedFilter) => store([...saved.filter(({ name }) => name !== filter.name), filter]),
    remove: (name: string) => store(saved.filter((filter) => filter.name !== name)),
  };
}

/** Leaves out what is no filter, because an older or newer console may have written the preference. */
function readSaved(key: string): SavedFilter[] {
  const stored = readPreference<unknown>(key, []);
  if (!Array.isArray(stored)) return [];
  return stored.filter(isSavedFilter).slice(0, mostSaved);
}

function isSavedFilter(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { name, filters } = value as Partial<SavedFilter>;
  if (typeof name !== 'string' || typeof filters !== 'object' || filters === null) return false;
  return Object.entries(filters).every(
    ([field, value]) => field in defaults && typeof value === typeof defaults[field as keyof Filters],
  );
}
