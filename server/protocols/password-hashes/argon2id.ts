import { hash, parseOptions, verify } from '@node-rs/argon2';

/** OWASP's Argon2id setting with the least memory; salt of 16, output of 32 bytes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const argon2id = 2;

/** A PHC string. Runs in libuv's thread pool. */
export function hashArgon2id(password: string): Promise<string> {
  return hash(password, { ...cost, algorithm: argon2id, outputLen: 32 });
}

export function verifyArgon2(phc: string, password: string): Promise<boolean> {
  return verify(phc, password);
}

/** Whether a hash was made with less than what is asked for today. */
export function isBelowTodaysCost(phc: string): boolean {
  const made = parseOptions(phc);
  return (
    made.algorithm !== argon2id ||
    made.memoryCost < cost.memoryCost ||
    made.timeCost < cost.timeCost ||
    made.outputLen < 32 ||
    made.saltLen < 16
  );
}
