/** Milliseconds since 1970. */
export type Moment = number;

/** A boolean that both engines can store and compare. */
export type Flag = 0 | 1;

/** JSON as text. */
export type Json = string;
