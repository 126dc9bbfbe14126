import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import type { StoredUser, User } from '../user.ts';
import {
  addFacets,
  findNumbers,
  foldCountRows,
  type IndexedUser,
  insertTextOf,
  insertTexts,
  listAttributeFacets,
  removeFacets,
  type UserText,
  updateText,
} from './store-index.ts';
import { attributeFacets, foldText, textOf } from './text.ts';

/**
 * Updates the search index for free text and custom attributes, as part of the transaction of every change. Writes
 * only what has changed. Triggers on their own tables update everything else that can be searched for.
 */
export async function indexUser(
  ctx: ProjectContext,
  before: StoredUser,
  user: User,
  { number, text }: IndexedUser,
): Promise<void> {
  const { db } = ctx;
  const projectId = ctx.project.id;
  await indexText(ctx, number, text, sortedText(user));

  if (JSON.stringify(user.storedAttributes) === JSON.stringify(before.storedAttributes)) return;
  const wanted = new Set(attributeFacets(user.storedAttributes));
  const indexed = await listAttributeFacets(db, projectId, number);
  const known = new Set(indexed.map(({ value }) => value));
  const gone = indexed.filter(({ value }) => !wanted.has(value)).map(({ facet }) => facet);
  const added = [...wanted].filter((value) => !known.has(value));
  if (gone.length > 0) await removeFacets(db, projectId, number, gone);
  await addFacets(
    db,
    projectId,
    'attribute',
    added.map((value) => ({ number, value })),
  );
}

async function indexText(
  { db, project }: ProjectContext,
  number: number,
  before: UserText | undefined,
  after: UserText,
): Promise<void> {
  if (!before) return insertTexts(db, project.id, [{ number, ...after }]);
  const changed = Object.entries(after).filter(([key, text]) => before[key as keyof UserText] !== text);
  if (changed.length > 0) await updateText(db, project.id, number, Object.fromEntries(changed));
}

/** Indexes new users, who have no index entries yet. */
export async function indexNewUsers(ctx: ProjectContext, users: User[]): Promise<void> {
  const { db } = ctx;
  const projectId = ctx.project.id;
  const facets = users.map((user) => attributeFacets(user.storedAttributes));
  const [first] = users;
  // The usual case takes one statement.
  if (first && users.length === 1 && facets[0]!.length === 0) {
    return insertTextOf(db, projectId, first.id, sortedText(first));
  }
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
    users.flatMap((user, index) => facets[index]!.map((value) => ({ number: numberOf(user), value }))),
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

/**
 * Merges the rows of the user counters. A total is the sum of the amounts that changes have added, so fewer rows
 * make it faster.
 */
export function foldUserCounts(service: ServiceContext): Promise<void> {
  return foldCountRows(service.db);
}
