import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import type { User } from '../user.ts';
import { deleteOldChanges } from './store-changes.ts';
import {
  addFacets,
  findIndexed,
  findNumbers,
  foldCountRows,
  insertTexts,
  removeFacets,
  type UserText,
  writeText,
} from './store-index.ts';
import { attributeFacets, foldText, textOf } from './text.ts';

/**
 * Updates the search index for free text and custom attributes, as part of the transaction of every change. Writes
 * only what has changed. Triggers on their own tables update everything else that can be searched for.
 */
export async function indexUser(ctx: ProjectContext, user: User): Promise<void> {
  const { db } = ctx;
  const projectId = ctx.project.id;
  const indexed = await findIndexed(db, projectId, user.id);
  const text = sortedText(user);
  if (!indexed.text || !isSame(indexed.text, text)) await writeText(db, projectId, indexed.number, text);

  const wanted = new Set(attributeFacets(user.storedAttributes));
  const known = new Map(indexed.attributes.map(({ facet, value }) => [value, facet]));
  const gone = indexed.attributes.filter(({ value }) => !wanted.has(value)).map(({ facet }) => facet);
  const added = [...wanted].filter((value) => !known.has(value));
  if (gone.length > 0) await removeFacets(db, projectId, indexed.number, gone);
  const { number } = indexed;
  await addFacets(
    db,
    projectId,
    'attribute',
    added.map((value) => ({ number, value })),
  );
}

/** Indexes new users, who have no index entries yet. */
export async function indexNewUsers(ctx: ProjectContext, users: User[]): Promise<void> {
  const { db } = ctx;
  const projectId = ctx.project.id;
  const numbers = await findNumbers(
    db,
    projectId,
    users.map((user) => user.id),
  );
  const numberOf = (user: User) => numbers.get(user.id) as number;
  await insertTexts(
    db,
    projectId,
    users.map((user) => ({ number: numberOf(user), ...sortedText(user) })),
  );
  await addFacets(
    db,
    projectId,
    'attribute',
    users.flatMap((user) =>
      attributeFacets(user.storedAttributes).map((value) => ({ number: numberOf(user), value })),
    ),
  );
}

export function sortedText(user: User): UserText {
  return {
    name: foldText(user.name),
    email: user.email,
    phone: user.phone,
    loginId: foldText(user.loginIds[0] ?? ''),
    text: textOf(user),
  };
}

function isSame(before: UserText, after: UserText): boolean {
  return (Object.keys(after) as (keyof UserText)[]).every((key) => before[key] === after[key]);
}

/**
 * Merges the rows of the user counters. A total is the sum of the amounts that changes have added, so fewer rows
 * make it faster.
 */
export function foldUserCounts(service: ServiceContext): Promise<void> {
  return foldCountRows(service.db);
}

/** Deletes old entries of the list of changes. Sets of users that are older than the list are read again. */
export function forgetOldChanges(service: ServiceContext): Promise<void> {
  return deleteOldChanges(service.db);
}
