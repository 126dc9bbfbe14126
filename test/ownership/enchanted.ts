import type { Answer } from '../harness.ts';
import { newestMessageTo, secretOf } from '../messages.ts';
import type { World } from './world.ts';

interface Asked {
  pendingRef: string;
  linkId: string;
}

/** The secret of the link with the number that was shown, in the newest mail. */
export async function rightSecret(
  { latchkey }: Pick<World, 'latchkey'>,
  email: string,
  { linkId }: Pick<Asked, 'linkId'>,
): Promise<string> {
  const { text, links } = await newestMessageTo(latchkey, email);
  const numbers = [...new Set<string>(text.match(/(?<![\w&=?-])\d\d(?![\w&=?-])/g))];
  return secretOf(links.find((_: string, index: number) => numbers[index] === linkId));
}

/** Opens the link, and asks for the session of the device that began. */
export async function collectEnchanted(
  world: World,
  email: string,
  asked: Asked,
  token?: string,
): Promise<Answer> {
  await world.post('enchantedlink/verify', { token: token ?? (await rightSecret(world, email, asked)) });
  return world.post('enchantedlink/pending-session', { pendingRef: asked.pendingRef });
}
