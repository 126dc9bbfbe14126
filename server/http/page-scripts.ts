import { readFileSync } from 'node:fs';
import { type Asset, createAsset } from './asset.ts';
import { type ScriptDirective, scriptElement } from './page.ts';

const submit = readScript('submit.js');
const passkey = readScript('passkey.js');
const addPasskey = readScript('add-passkey.js');
const fields = readScript('fields.js');
const componentPreview = readScript('component-preview.js');

function readScript(file: string): Asset {
  const content = readFileSync(new URL(file, import.meta.url));
  return createAsset(file, 'text/javascript; charset=utf-8', content);
}

export const pageScripts = [submit, passkey, addPasskey, fields, componentPreview];

/** Submits the form with the ID `submit` at once. Without scripts, the user presses its button. */
export const submitScript = scriptElement(submit, 'defer');

const calling: ScriptDirective[] = ['script-src', 'connect-src'];

/** Runs the passkey form of a page. */
export const passkeyScript = scriptElement(passkey, 'module', calling);

/** Runs the form of a page that creates a passkey. */
export const addPasskeyScript = scriptElement(addPasskey, 'module', calling);

/** Gives fields their buttons to show a password and to copy a value. */
export const fieldsScript = scriptElement(fields, 'module');

/** Prepares a page for the vendor's component, and adds the component. Runs before the component's own script. */
export const componentPreviewScript = scriptElement(componentPreview, 'defer');
