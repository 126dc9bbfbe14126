import '@descope/web-component';
import { createApp, h, ref } from 'vue';

const { projectId, latchkey, nonce, flowId } = JSON.parse(document.body.dataset.settings);

const Application = {
  setup() {
    const loginId = ref('');
    const attributes = {
      'project-id': projectId,
      'flow-id': flowId,
      'base-url': latchkey,
      'base-static-url': `${latchkey}/pages`,
      'base-cdn-url': latchkey,
      nonce,
      onSuccess: ({ detail }) => {
        loginId.value = detail.user.loginIds[0];
      },
    };
    return () => (loginId.value ? h('p', { id: 'user' }, loginId.value) : h('descope-wc', attributes));
  },
};

createApp(Application).mount(document.querySelector('main'));
