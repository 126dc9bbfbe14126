import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { foldName } from '../../../core/names.ts';
import { type AccessKey, maxAccessKeys } from './access-key.ts';
import { type KeyOrder, searchKeyRows } from './store-search.ts';

/** Of an empty list, an empty text and zero: no such filter. All that are given have to fit. */
export interface KeySearch {
  /** Keys for at least one of these tenants. */
  tenantIds?: string[];
  boundUserId?: string;
  createdBy?: string;
  /** Each with the very same value. */
  customAttributes?: Record<string, unknown>;
  /** A part of the name without regard to case, or the ID. */
  text?: string;
  /** The first decides first; absent: the oldest first. */
  order?: KeyOrder[];
  limit?: number;
  /** From 0. */
  page?: number;
}

/** Of the first 10,000 that fit the other filters, those with the attributes, and of these the page. */
export async function searchAccessKeys(ctx: ProjectContext, search: KeySearch = {}): Promise<AccessKey[]> {
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
    attributes.every(([name, value]) => isDeepStrictEqual(key.customAttributes[name], value)),
  );
  const limit = Math.min(search.limit || maxAccessKeys, maxAccessKeys);
  return fitting.slice(limit * page, limit * (page + 1));
}
