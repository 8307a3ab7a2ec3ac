import { mount } from 'svelte';
import { languageModel } from './adapters/models/prompt-api/language-model';
import { lazyPromptApi } from './adapters/models/prompt-api/lazy-prompt-api';
import { createShell } from './app/platform/shell';
import { Session } from './app/session.svelte';
import { language } from './app/words/language.svelte';
import App from './ui/App.svelte';
import './ui/tokens.css';
import './ui/base.css';

const builtIn = languageModel();
const shell = createShell({
  onRestart: (reason) => void session.reopen(reason),
  promptApi: builtIn && lazyPromptApi(builtIn),
});
const session = new Session(shell);
const target = document.querySelector('#app');
void language.start().then(() => target && mount(App, { target, props: { session } }));
