/**
 * The hosts that model files come from, as in a content security policy; only the download worker may reach them, and no one while sealed.
 * Weights, configurations and tokenizers are published at huggingface.co, which redirects large files to its own stores under hf.co and
 * huggingface.co; WebLLM's compiled model libraries are published at raw.githubusercontent.com.
 */
export const MODEL_HOSTS: readonly string[] = [
  'https://huggingface.co',
  'https://*.huggingface.co',
  'https://*.hf.co',
  'https://raw.githubusercontent.com',
];

/**
 * This machine, for a model server that runs on it; only the server worker may reach it. A policy cannot name an IPv6 address (Chromium
 * ignores `[::1]`); `localhost` stands for it.
 */
export const LOOPBACK_HOSTS: readonly string[] = ['http://localhost:*', 'http://127.0.0.1:*'];
