/**
 * Says that the elements of a table are one. Some browsers forget it if a style sheet lays them out as a grid. Spread
 * into the elements, because the roles look redundant otherwise.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
