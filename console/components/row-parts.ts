/**
 * The elements that open the record of a row: the link of its title, or a button that shows it in a drawer. Other links of a row lead
 * elsewhere.
 */
const openers = [
  '[data-card=title] .row-link',
  '[data-card=title] > :is(a, button).mantine-Anchor-root',
  '[data-card=title] > .mantine-Group-root > :is(a, button).mantine-Anchor-root',
  'td > button.mantine-Anchor-root',
  'td > .mantine-Group-root > button.mantine-Anchor-root',
].join();

export function openerOf(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>(openers);
}

/** Opens the record of the row, or its menu if there is nothing to open. */
export function openRow(row: Element): boolean {
  const opener = openerOf(row) ?? row.querySelector<HTMLElement>('.row-button');
  opener?.click();
  return opener !== null;
}
