import { type PasswordCost, standardPasswordCost } from '../../core/password-cost.ts';

/** Loaded with the first password: 3 MB. */
const library = () => import('@node-rs/argon2');

const argon2id = 2;

/** Returns a PHC string, with a salt of 16 and an output of 32 bytes. Runs in libuv's thread pool. */
export async function hashArgon2id(password: string, cost = standardPasswordCost): Promise<string> {
  const { hash } = await library();
  return hash(password, { ...cost, algorithm: argon2id, outputLen: 32 });
}

export async function verifyArgon2(phc: string, password: string): Promise<boolean> {
  const { verify } = await library();
  return verify(phc, password);
}

/** Returns whether a hash cost less than hashes cost today. */
export async function isBelowTodaysCost(
  phc: string,
  cost: PasswordCost = standardPasswordCost,
): Promise<boolean> {
  const { parseOptions } = await library();
  const made = parseOptions(phc);
  return (
    made.algorithm !== argon2id ||
    made.memoryCost < cost.memoryCost ||
    made.timeCost < cost.timeCost ||
    made.outputLen < 32 ||
    made.saltLen < 16
  );
}
