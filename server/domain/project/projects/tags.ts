import { ServiceError } from '../../../core/errors.ts';
import { readName } from '../../../core/names.ts';

const maxTags = 50;

/** Throws E011004 for an invalid tag. */
export function readTags(tags: string[]): string[] {
  const read = [...new Set(tags.map((tag) => readName(tag, 'tags')))];
  if (read.length <= maxTags) return read;
  throw new ServiceError('E011004', `A project can have at most ${maxTags} tags`);
}
