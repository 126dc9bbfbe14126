/** A part of the console whose code did not arrive: the connection is gone, or a release has replaced the files. */
export class CodeNotLoaded extends Error {}
