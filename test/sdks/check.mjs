// Reads tokens from standard input, and prints which of them the SDK accepts: without and with the audience. `SDK` is its folder.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const { projectId, baseUrl, tokens, refreshJwt } = JSON.parse(await text(process.stdin));
const module = createRequire(`${process.env.SDK}/`)('@descope/node-sdk');
const descope = module.default ?? module;
const sdk = descope({ projectId, baseUrl, logger: { log() {}, error() {}, warn() {}, debug() {} } });
const works = (promise) =>
  promise.then(
    () => true,
    () => false,
  );
const accepted = {};
for (const [kind, token] of Object.entries(tokens)) {
  accepted[kind] = [
    await works(sdk.validateSession(token)),
    await works(sdk.validateSession(token, { audience: projectId })),
  ];
}
const refreshed = await works(sdk.refreshSession(refreshJwt, { audience: projectId }));
console.log(JSON.stringify({ accepted, refreshed }));
