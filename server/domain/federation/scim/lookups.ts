import type { ProjectContext } from '../../../core/context.ts';
import { foldName } from '../../../core/names.ts';
import { findUserId } from '../../directory/users/load-user.ts';
import type { SearchCriteria } from '../../directory/users/search/read-filter.ts';
import { listMatchingIds } from '../../directory/users/search/search-users.ts';
import type { Condition, Lookup } from './candidates.ts';
import { listByAddress } from './departures.ts';
import type { Place } from './place.ts';
import { listByExternalId, listFormer, listSaidSince, maxOfOneValue } from './store.ts';
import { listGroupIds, listGroupsOf } from './store-groups.ts';

/** The most resources that one search looks at. */
export const maxLookedAt = 20_000;

/** The indexes of users: first those that find one user or few, then those that can find many. */
export function userLookups(ctx: ProjectContext, place: Place): Lookup[] {
  return [
    async ({ name, comparison, value }) => {
      if (comparison !== 'eq' || typeof value !== 'string') return undefined;
      switch (name) {
        case 'id':
          return [value];
        case 'userName': {
          const id = await findUserId(ctx, value);
          return id === undefined ? [] : [id];
        }
        case 'externalId':
          return unlessMany(await listByExternalId(ctx.db, place, value));
        case 'emails':
          return unlessMany(await listByAddress(ctx, place, value));
        default:
          return undefined;
      }
    },
    (condition) => {
      switch (condition.name) {
        case 'active':
          return byStatus(ctx, place, condition);
        case 'meta.lastModified':
          return byChange(ctx, place, condition);
        default:
          return Promise.resolve(undefined);
      }
    },
  ];
}

/** A list that ends at its limit may lack some. */
function unlessMany(ids: string[]): string[] | undefined {
  return ids.length < maxOfOneValue ? ids : undefined;
}

async function byStatus(
  ctx: ProjectContext,
  place: Place,
  { comparison, value }: Condition,
): Promise<string[] | undefined> {
  const wanted = String(value).toLowerCase();
  if (comparison !== 'eq' || !['true', 'false'].includes(wanted)) return undefined;
  if (wanted === 'true') return members(ctx, place, { statuses: ['enabled', 'invited'] });
  const [disabled, former] = [
    await members(ctx, place, { statuses: ['disabled'] }),
    await listFormer(ctx.db, place, maxLookedAt + 1),
  ];
  return disabled && withinLimit([...disabled, ...former]);
}

async function byChange(
  ctx: ProjectContext,
  place: Place,
  { comparison, value }: Condition,
): Promise<string[] | undefined> {
  const since = Date.parse(String(value));
  if (!['eq', 'gt', 'ge'].includes(comparison) || !(since > 0)) return undefined;
  const changed = await members(ctx, place, { fromModifiedTime: since });
  return (
    changed && withinLimit([...changed, ...(await listSaidSince(ctx.db, place, since, maxLookedAt + 1))])
  );
}

function members(
  ctx: ProjectContext,
  { tenantId }: Place,
  criteria: SearchCriteria,
): Promise<string[] | undefined> {
  return listMatchingIds(ctx, { tenantIds: [tenantId], withTestUser: true, ...criteria }, maxLookedAt);
}

function withinLimit(ids: string[]): string[] | undefined {
  const distinct = [...new Set(ids)];
  return distinct.length > maxLookedAt ? undefined : distinct;
}

export function groupLookups({ db }: ProjectContext, place: Place): Lookup[] {
  return [
    async ({ name, comparison, value }) => {
      if (comparison !== 'eq' || typeof value !== 'string') return undefined;
      switch (name) {
        case 'id':
          return [value];
        case 'displayName':
          return listGroupIds(db, place, { foldedName: foldName(value) });
        case 'externalId':
          return listGroupIds(db, place, { externalId: value });
        case 'members':
          return (await listGroupsOf(db, place, [value])).map(({ id }) => id);
        default:
          return undefined;
      }
    },
  ];
}
