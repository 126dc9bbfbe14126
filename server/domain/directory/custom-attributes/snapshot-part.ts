import { isDeepStrictEqual } from 'node:util';
import { type Static, t } from '../../../http/schema.ts';
import { byText, part, readFile } from '../../snapshot-part.ts';
import { type AttributeOwner, attributeLimits } from './attribute.ts';
import { defineAttributes } from './define-attributes.ts';
import { freshDefinitions } from './load-attributes.ts';
import { attributesFromWire, newAttribute } from './wire.ts';

const paths: Record<AttributeOwner, string> = {
  user: 'customAttributes/users.json',
  ssoApp: 'customAttributes/ssoApplications.json',
};

const file = t.object({
  of: t.choice(['user', 'ssoApp']),
  attributes: t.list(newAttribute, { maxItems: attributeLimits.attributes }),
});

export const customAttributesPart = part<Static<typeof file>>({
  name: 'customAttributes',
  paths: /^customAttributes\/(users|ssoApplications)\.json$/,
  async export(ctx) {
    const entries = (Object.entries(paths) as [AttributeOwner, string][]).map(async ([of, path]) => {
      const definitions = await freshDefinitions(ctx, of);
      const attributes = definitions.map(({ id: _, ...attribute }) => attribute);
      return [path, { of, attributes: attributes.sort(byText(({ name }) => name)) }];
    });
    return Object.fromEntries(await Promise.all(entries));
  },
  read: (value) => readFile(file, value),
  pathOf: ({ of }) => paths[of],
  async write({ ctx }, { of, attributes }, current) {
    const changed = attributes.filter(
      (attribute) => !current?.attributes.some((known) => isDeepStrictEqual(known, attribute)),
    );
    if (changed.length > 0) await defineAttributes(ctx, of, attributesFromWire({ attributes: changed }));
  },
});
