import { isDeepStrictEqual } from 'node:util';
import type { ProjectData } from '../../../core/context.ts';
import { foldName } from '../../../core/names.ts';
import { type AccessKey, maxAccessKeys } from './access-key.ts';
import { type KeyOrder, searchKeyRows } from './store-search.ts';

/** Search criteria for keys, all of which must match. Empty lists and texts and zero are ignored. */
export interface KeySearch {
  /** Keys with at least one of these tenants. */
  tenantIds?: string[];
  boundUserId?: string;
  createdBy?: string;
  /** Must match each value exactly. */
  customAttributes?: Record<string, unknown>;
  /** A part of the name in any case, or the full ID. */
  text?: string;
  /** Sorts by the first criterion, then by the next; default: oldest first. */
  order?: KeyOrder[];
  limit?: number;
  /** Starts at 0. */
  page?: number;
}

/** Searches keys. Applies custom attributes to the first 10,000 keys that match the other filters, and then pages. */
export async function searchAccessKeys(ctx: ProjectData, search: KeySearch = {}): Promise<AccessKey[]> {
  const { text = '', order = [], page = 0 } = search;
  const found = await searchKeyRows(ctx.db, ctx.project.id, {
    tenantIds: search.tenantIds ?? [],
    boundUserId: search.boundUserId ?? '',
    createdBy: search.createdBy ?? '',
    text: foldName(text),
    id: text.trim(),
    order: order.length > 0 ? order : [{ column: 'createdAt', descending: false }],
  });
  const attributes = Object.entries(search.customAttributes ?? {});
  const fitting = found.filter((key) =>
    attributes.every(([name, value]) => isDeepStrictEqual(key.customAttributes[name] ?? null, value)),
  );
  const limit = Math.min(search.limit || maxAccessKeys, maxAccessKeys);
  return fitting.slice(limit * page, limit * (page + 1));
}
