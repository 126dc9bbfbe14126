const chunkRows = 200;

/** So many rows as go into one statement. */
export function inChunks<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, index) =>
    rows.slice(index * chunkRows, (index + 1) * chunkRows),
  );
}
