import { mount } from 'svelte';
import { Session } from '../../../../src/app/session.svelte';
import App from '../../../../src/ui/App.svelte';
import '../../../../src/ui/tokens.css';
import '../../../../src/ui/base.css';
import { HARBOUR, HOSTILE, LEDGER } from '../../../helpers/fake-documents';
import { fakeEngine } from '../../../helpers/fake-engine';
import { fakeShell } from '../../../helpers/fake-shell';

/** The page over the fake engine: `?documents=N` fills it, `?empty` starts on the first screen. Served by `vite` only. */
const query = new URLSearchParams(location.search);
const many = Array.from({ length: Number(query.get('documents') ?? 0) }, (_, index) => ({
  id: `more-${index}`,
  title: `Letter ${index + 1}`,
  text: `Letter ${index + 1} says little.`,
}));
const documents = query.has('empty') ? [] : [HARBOUR, LEDGER, ...many, ...(query.has('hostile') ? [HOSTILE] : [])];
const failed = query.has('empty')
  ? []
  : [{ path: 'scans/page 4.pdf', reason: 'It has no text layer. Run it through text recognition first.' }];
const engine = fakeEngine({ documents, failed, pace: 60, passages: 6, writable: !query.has('reading') });
const session = new Session(fakeShell(engine));
const target = document.querySelector('#app');
if (target) mount(App, { target, props: { session } });
