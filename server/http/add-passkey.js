// Creates a passkey and submits it with the form in #add-passkey, which stays hidden in browsers without passkeys.
const box = document.getElementById('add-passkey');
const form = box.querySelector('form');
const notice = form.querySelector('.error');

async function create() {
  const body = new URLSearchParams({ start: 'yes' });
  const answer = await fetch(form.action, { method: 'POST', body });
  if (answer.redirected || !answer.ok) {
    // Navigates to the page with the reason.
    answer.ok ? location.assign(answer.url) : form.submit();
    return;
  }
  const { transactionId, options } = await answer.json();
  const { challenge, user, excludeCredentials = [] } = options.publicKey;
  const publicKey = {
    ...options.publicKey,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: toBytes(one.id) })),
  };
  const { id, type, rawId, response } = await navigator.credentials.create({ publicKey });
  form.elements.transactionId.value = transactionId;
  form.elements.response.value = JSON.stringify({
    ...{ id, type, rawId: toText(rawId) },
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
    },
  });
  form.submit();
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
  create().catch(() => {
    notice.hidden = false;
  });
});

if (window.PublicKeyCredential) box.hidden = false;
