/** Milliseconds since 1970. */
export type Moment = number;

/** A boolean as both engines can store and compare it. */
export type Flag = 0 | 1;

/** JSON as text. */
export type Json = string;
