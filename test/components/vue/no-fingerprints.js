/** Replaces a package of another vendor that the SDK loads for projects with a paid service only. Its license does not allow copies. */
const refuse = () => Promise.reject(new Error('fingerprints are not tested'));

export const load = refuse;
export const defaultEndpoint = '';
export const defaultScriptUrlPattern = '';
