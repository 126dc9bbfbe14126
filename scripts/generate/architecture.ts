import type { Group } from '../../server/domain/group.ts';
import { layers } from '../imports/folders.ts';

/** Returns the page with the diagram's box of each layer brought up to date: it names the groups of the layer. */
export function architecturePage(page: string, groups: readonly Pick<Group, 'name'>[]): string {
  return layers.reduce((text, layer) => {
    const names = groups.flatMap(({ name }) =>
      name.startsWith(`${layer}/`) ? [name.slice(layer.length + 1)] : [],
    );
    const box = `    ${layer}["<b>${layer}/</b> ${names.join(', ')}"]`;
    const before = new RegExp(`^ {4}${layer}\\[.*$`, 'm');
    if (!before.test(text)) throw new Error(`docs/architecture.md has no box for the layer ${layer}`);
    return text.replace(before, box);
  }, page);
}
