const chunkRows = 200;

/** Splits rows into chunks for one statement each. */
export function inChunks<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, index) =>
    rows.slice(index * chunkRows, (index + 1) * chunkRows),
  );
}
