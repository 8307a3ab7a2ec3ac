import { mount } from 'svelte';
import { createShell } from './app/browser-shell';
import { Session } from './app/session.svelte';
import App from './ui/App.svelte';
import './ui/tokens.css';
import './ui/base.css';

const shell = createShell({ onRestart: (reason) => void session.reopen(reason) });
const session = new Session(shell);
const target = document.querySelector('#app');
if (target) mount(App, { target, props: { session } });
