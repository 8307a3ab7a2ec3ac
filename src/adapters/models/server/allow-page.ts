/** A kind of server: the ports on which it usually listens, and the lines by which it lets a page read its answers. */
interface ServerKind {
  readonly ports: readonly string[];
  readonly lines: (origin: string) => readonly string[];
}

/** From the documentation of each, looked up in November 2026. */
const KINDS: readonly ServerKind[] = [
  {
    ports: ['11434'],
    lines: (origin) => [
      `Ollama, by hand: OLLAMA_ORIGINS=${origin} ollama serve`,
      `Ollama on macOS: launchctl setenv OLLAMA_ORIGINS "${origin}"`,
      `Ollama on Windows: setx OLLAMA_ORIGINS "${origin}"`,
      `Ollama as a service on Linux: sudo systemctl edit ollama, and write there [Service] and below it Environment="OLLAMA_ORIGINS=${origin}"; then sudo systemctl restart ollama`,
    ],
  },
  {
    ports: ['1234'],
    lines: () => ['LM Studio: Developer, Server Settings, Enable CORS; or lms server start --cors'],
  },
  {
    ports: ['9931', '8080'],
    lines: (origin) => [`llama.cpp: llama-server --cors-origins ${origin}, besides what you start it with`],
  },
  {
    ports: ['8000'],
    lines: (origin) => [`vLLM: vllm serve MODEL --allowed-origins '["${origin}"]'`],
  },
];

/** What to type so that a server lets this page read: for the server that usually has this port, else for each known one. */
export function allowThisPage(origin: string, root: string): string {
  const port = URL.parse(root)?.port ?? '';
  const known = KINDS.filter(({ ports }) => ports.includes(port));
  const kinds = known.length > 0 ? known : KINDS;
  const lines = [
    ...kinds.flatMap((kind) => kind.lines(origin)),
    `Another server: allow the origin ${origin} in its settings for CORS.`,
  ];
  return ['Allow this page there, quit the server and start it again.', ...lines].join('\n');
}
