#!/usr/bin/env node
// Lets `npx latchkey` find the command in a clone. Without it, npx would install the clone, and warn on an older Node.js.
import '../../bin/latchkey.mjs';
