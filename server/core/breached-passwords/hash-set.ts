/** A set of SHA-1 hashes, in upper-case hexadecimal digits. */
export interface HashSet {
  has(hash: string): Promise<boolean>;
  close(): Promise<void>;
}
