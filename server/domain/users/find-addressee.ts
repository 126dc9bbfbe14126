import type { ProjectContext } from '../../core/context.ts';
import { isEmail, isPhone, readEmail } from './address.ts';
import { foldLoginId } from './login-id.ts';
import {
  type AddresseeRow,
  findByLoginId,
  findByVerifiedEmail,
  findByVerifiedPhone,
} from './store-addressees.ts';

/** As much of a user as it takes to send them something that signs in. */
export interface Addressee {
  id: string;
  status: 'invited' | 'enabled' | 'disabled';
  test: boolean;
  /** They made the account themselves, and have not been found to own it yet. */
  selfRegistered: boolean;
  email: Address;
  phone: Address;
}

export interface Address {
  /** Empty: none. */
  address: string;
  verified: boolean;
  /** The holder gave it: as long as it is not verified it may be somebody else's. */
  selfGiven: boolean;
}

/** Nobody has it; one user is meant; or several users have verified the address, so that it names none of them. */
export type FoundAddressee = 'nobody' | 'several' | Addressee;

/**
 * Whom somebody means who signs in as `text`: the user whose login ID it is, or else the one user who has verified it
 * as an address. The queries are the same whether there is such a user or not.
 */
export async function findAddressee(ctx: ProjectContext, text: string): Promise<FoundAddressee> {
  const folded = foldLoginId(text);
  const byLoginId = await findByLoginId(ctx.db, ctx.project.id, folded);
  const [first, second] = await findByAddress(ctx, folded);
  if (byLoginId) return toAddressee(byLoginId);
  if (second) return 'several';
  return first ? toAddressee(first) : 'nobody';
}

async function findByAddress(ctx: ProjectContext, folded: string): Promise<AddresseeRow[]> {
  if (isEmail(folded)) return findByVerifiedEmail(ctx.db, ctx.project.id, readEmail(folded));
  if (isPhone(folded)) return findByVerifiedPhone(ctx.db, ctx.project.id, folded);
  return [];
}

function toAddressee(row: AddresseeRow): Addressee {
  return {
    id: row.id,
    status: row.status,
    test: row.test === 1,
    selfRegistered: row.selfRegistered === 1,
    email: {
      ...{ address: row.email, verified: row.verifiedEmail === 1, selfGiven: row.selfGivenEmail === 1 },
    },
    phone: {
      ...{ address: row.phone, verified: row.verifiedPhone === 1, selfGiven: row.selfGivenPhone === 1 },
    },
  };
}
