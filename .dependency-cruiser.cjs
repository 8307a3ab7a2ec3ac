/** The house's walls: imports go one way. `new Worker(new URL(…))` is no import. */
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** The folders of the core from the top down: each imports only from those that come after it. */
const CORE = [
  'engine',
  'hosted',
  'index',
  'overview',
  'map',
  'notebook',
  'conversations',
  'evaluation',
  'search',
  'retrieval',
  'raptor',
  'reports',
  'resolve',
  'descriptions',
  'contextual',
  'keywords',
  'graph',
  'extract',
  'derivation',
  'prompts',
  'models',
  'shapes',
  'ports',
  'vectors',
  'text',
  'tables',
];
const downwards = CORE.map((folder, at) =>
  rule(
    `core-order-${folder}`,
    { path: `^src/core/${folder}/` },
    { path: `^src/core/(?!(${CORE.slice(at).join('|')})/)[^/]+/` },
    'Folders of the core import downwards.',
  ),
);

module.exports = {
  forbidden: [
    ...downwards,
    rule(
      'core-order',
      { path: `^src/core/(?!(${CORE.join('|')})/)` },
      { path: '^src/core/[^/]+/' },
      'Files beside the folders of the core import none of them, and a new folder needs its place in the order.',
    ),
    rule(
      'no-cycles',
      { path: '(.+)' },
      { circular: true, pathNot: '^$1$' },
      'No cycles, not by types either, but for a component that draws a tree by drawing itself.',
    ),
    rule('core-is-pure', { path: '^src/core' }, { path: '^(src/(?!core)|workers|scripts|tests)' }, 'core → core'),
    rule(
      'core-needs-no-platform',
      { path: '^src/core' },
      { path: '(^node:|node_modules/(svelte|comlink|idb|@duckdb|parquet-wasm|@embedpdf|dompurify|marked|bits-ui)/)' },
      'The core touches no DOM, no worker, no network, no storage.',
    ),
    rule('core-needs-no-node', { path: '^src/core' }, { dependencyTypes: ['core'] }, 'The core runs without Node.'),
    rule(
      'channel-knows-nothing',
      { path: '^src/channel' },
      { path: '^(src/(?!channel|core/(errors|async|message))|workers)' },
      'channel → core/errors, core/async, core/message',
    ),
    rule('adapters', { path: '^src/adapters' }, { path: '^(src/(app|ui|main)|workers)' }, 'adapters → core, channel'),
    rule('app', { path: '^src/app' }, { path: '^(src/(ui|adapters|main)|workers)' }, 'app → channel, core'),
    rule('ui', { path: '^src/ui' }, { path: '^(src/(adapters|channel|main)|workers)' }, 'ui → app, core types'),
    rule(
      'ui-core-types',
      { path: '^src/ui' },
      { path: '^src/core', dependencyTypesNot: ['type-only'] },
      'ui → core types',
    ),
    rule('workers', { path: '^workers' }, { path: '^src/(app|ui|main)' }, 'workers → channel, adapters, core'),
    rule('nothing-unresolved', {}, { couldNotResolve: true, pathNot: '\\?(url|raw|worker)$' }, 'Every import exists.'),
    rule(
      'no-tools-in-the-page',
      { path: '^(src|workers)' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
      'What ships is a dependency, not a tool.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.svelte.ts', '.svelte', '.js', '.mjs', '.cjs', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'import', 'browser', 'default', 'types'],
    },
  },
};
