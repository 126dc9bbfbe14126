// Asks for a passkey, or creates one, and submits it with the form in #passkey, which stays hidden in browsers without them.
const box = document.getElementById('passkey');
const form = box.querySelector('form');
const notice = form.querySelector('.error');
let waiting;

async function signIn(mediation) {
  // A browser handles one passkey request at a time.
  waiting?.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  const body = new URLSearchParams(new FormData(form));
  body.set('start', 'yes');
  const answer = await fetch(form.action, { method: 'POST', body });
  if (answer.redirected || !answer.ok) {
    // Navigates to the page with the reason. Requests for the autofill list fail silently, because the user did
    // not start them.
    if (!mediation) answer.ok ? location.assign(answer.url) : form.submit();
    return;
  }
  const { transactionId, options } = await answer.json();
  const publicKey = withBytes(options.publicKey);
  const { id, type, rawId, response } = publicKey.user
    ? await navigator.credentials.create({ publicKey, signal })
    : await navigator.credentials.get({ publicKey, mediation, signal });
  const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const parts = names.filter((name) => response[name]).map((name) => [name, toText(response[name])]);
  form.elements.transactionId.value = transactionId;
  form.elements.response.value = JSON.stringify({
    id,
    type,
    rawId: toText(rawId),
    response: Object.fromEntries(parts),
  });
  form.submit();
}

function withBytes({ challenge, user, allowCredentials, excludeCredentials, ...rest }) {
  const listed = (credentials) => credentials?.map((one) => ({ ...one, id: toBytes(one.id) })) ?? [];
  return {
    ...rest,
    challenge: toBytes(challenge),
    ...(user && { user: { ...user, id: toBytes(user.id) } }),
    allowCredentials: listed(allowCredentials),
    excludeCredentials: listed(excludeCredentials),
  };
}

function toBytes(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
}

function toText(buffer) {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  notice.hidden = true;
  signIn().catch(({ name }) => {
    notice.hidden = name === 'AbortError';
  });
});

if (window.PublicKeyCredential) {
  box.hidden = false;
  // A preview is inert, and asks nothing.
  const isListed = document.querySelector('[autocomplete~=webauthn]:not([inert] *)');
  if (isListed && (await PublicKeyCredential.isConditionalMediationAvailable?.())) {
    signIn('conditional').catch(() => {});
  }
}
