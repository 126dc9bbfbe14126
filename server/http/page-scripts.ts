import { readFileSync } from 'node:fs';
import { type Asset, createAsset } from './asset.ts';
import { scriptElement } from './page.ts';

const submit = readScript('submit.js');
const passkey = readScript('passkey.js');
const addPasskey = readScript('add-passkey.js');
const fields = readScript('fields.js');

function readScript(file: string): Asset {
  const content = readFileSync(new URL(file, import.meta.url));
  return createAsset(file, 'text/javascript; charset=utf-8', content);
}

export const pageScripts = [submit, passkey, addPasskey, fields];

/**
 * Submits the form with the ID `submit` at once. Without scripts, the user presses its button. The page's
 * policy must allow `script-src 'self'`.
 */
export const submitScript = scriptElement(submit, 'defer');

/** Runs the passkey form of a page. The page's policy must allow `script-src` and `connect-src 'self'`. */
export const passkeyScript = scriptElement(passkey, 'module');

/** Runs the form of a page that creates a passkey. The policy must allow the same. */
export const addPasskeyScript = scriptElement(addPasskey, 'module');

/** Gives fields their buttons to show a password and to copy a value. The policy must allow `script-src 'self'`. */
export const fieldsScript = scriptElement(fields, 'module');
