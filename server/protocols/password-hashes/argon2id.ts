/** Loaded with the first password: 3 MB. */
const library = () => import('@node-rs/argon2');

/** OWASP's Argon2id setting with the least memory; salt of 16 bytes, output of 32 bytes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const argon2id = 2;

/** Returns a PHC string. Runs in libuv's thread pool. */
export async function hashArgon2id(password: string): Promise<string> {
  const { hash } = await library();
  return hash(password, { ...cost, algorithm: argon2id, outputLen: 32 });
}

export async function verifyArgon2(phc: string, password: string): Promise<boolean> {
  const { verify } = await library();
  return verify(phc, password);
}

/** Reports whether a hash costs less than the current setting. */
export async function isBelowTodaysCost(phc: string): Promise<boolean> {
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
