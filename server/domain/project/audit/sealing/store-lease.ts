import type { Db } from '../../../../storage/tables.ts';

export interface Lease {
  name: string;
  holder: string;
  expiresAt: number;
}

/** Acquires a free lease, or renews the holder's. Returns `false` if another instance holds it. */
export async function takeLease(db: Db, lease: Lease, now: number): Promise<boolean> {
  const taken = await db
    .insertInto('leases')
    .values(lease)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder: lease.holder, expiresAt: lease.expiresAt })
        .where((old) =>
          old.or([old('leases.holder', '=', lease.holder), old('leases.expiresAt', '<=', now)]),
        ),
    )
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function releaseLease(db: Db, { name, holder }: Pick<Lease, 'name' | 'holder'>): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
