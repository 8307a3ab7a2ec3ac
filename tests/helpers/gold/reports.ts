import type { ChatMessage } from '../../../src/core/models/chat-model';
import { shownData } from '../shown-data';
import { NOBODY } from './invented';
import { shownTables, type ShownRow } from './shown-tables';

/** Findings of a scripted report. */
const FINDINGS = 3;

/**
 * Answers a call for a report, for the least of one or for a description from what the prompt shows and nothing else; undefined for any other
 * call. It proves what is done with good replies, never how good those of a real model are.
 */
export function reportAnswer(messages: readonly ChatMessage[]): string | undefined {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const user = messages.at(-1)?.content ?? '';
  if (system.includes('"findings"')) return JSON.stringify(report(user));
  if (system.includes('"summary"')) return JSON.stringify(leastOf(user));
  return system.includes('"description"') ? JSON.stringify(description(user)) : undefined;
}

function leastOf(user: string) {
  const { entities, reports } = shownTables(user);
  const names = entities.slice(0, 2).map((row) => row['title'] ?? '');
  const reference =
    names.length > 0 ? `Entities (${numbers(entities.slice(0, 2))})` : `Reports (${numbers(reports.slice(0, 1))})`;
  return {
    title: names.join(' and ') || 'A group of groups',
    summary: `The tables tell of ${names.join(' and ') || 'groups'} [Data: ${reference}].`,
  };
}

function report(user: string) {
  const { relationships, claims, reports } = shownTables(user);
  const stated = relationships.map((row) => ({
    summary: `${row['source'] ?? ''} and ${row['target'] ?? ''}`,
    explanation: `${excerpt(row['description'])} [Data: Relationships (${row['id'] ?? ''})].`,
  }));
  const claimed = claims.map((row) => ({
    summary: `What is said of ${row['subject_id'] ?? ''}`,
    explanation: `${excerpt(row['description'])} [Data: Claims (${row['id'] ?? ''})].`,
  }));
  const below = reports.map((row) => ({
    summary: 'A smaller group',
    explanation: `${excerpt(row['full_content'])} [Data: Reports (${row['id'] ?? ''})].`,
  }));
  const findings = [...stated.slice(0, FINDINGS - 1), ...below, ...claimed, ...stated].slice(0, FINDINGS);
  return { ...leastOf(user), rating: 5, rating_explanation: 'It is scripted.', findings };
}

function description(user: string) {
  const [names = '""', list = '[]'] = shownData(user).split('\n');
  const descriptions = JSON.parse(list) as readonly string[];
  return {
    description: `${[JSON.parse(names) as string | readonly string[]].flat().join(' and ')}: ${descriptions.join(' ')}`,
  };
}

const numbers = (rows: readonly ShownRow[]): string => rows.map((row) => row['id']).join(', ');

/** Without marks at its end, and short enough to be a finding. */
const excerpt = (text = ''): string => text.slice(0, 120).replace(/[\s.,;:!?…]+$/u, '');

interface SpoiltReport {
  readonly kind: 'malformed' | 'cut' | 'repeated' | 'hallucinated';
  readonly text: string;
  readonly finish: 'stop' | 'length';
}

const KINDS = ['malformed', 'cut', 'repeated', 'hallucinated'] as const;

/**
 * Spoils such a reply, as on a bad day; each kind as likely as the others. The very texts of each kind are among the
 * fixtures.
 */
export function spoilReport(reply: string, random: () => number): SpoiltReport {
  const kind = KINDS[Math.floor(random() * KINDS.length)] ?? 'cut';
  switch (kind) {
    case 'malformed':
      return { kind, text: malformed(reply, random), finish: 'stop' };
    case 'cut':
      return { kind, text: reply.slice(0, Math.floor(random() * reply.length)), finish: 'length' };
    case 'repeated': {
      const cut = reply.lastIndexOf('},') + 2;
      const again = reply.slice(reply.indexOf('{', 1), cut);
      return { kind, text: cut > 1 ? reply.slice(0, cut) + again.repeat(20) : reply.repeat(3), finish: 'length' };
    }
    case 'hallucinated':
      return { kind, text: hallucinated(reply, random), finish: 'stop' };
  }
}

function malformed(reply: string, random: () => number): string {
  const ways: readonly (() => string)[] = [
    () => `Here it is:\n\`\`\`json\n${reply}\n\`\`\``,
    () => reply.replaceAll('"', "'"),
    () => reply.replaceAll(']', ''),
    () => 'The tables are about a number of people and places.',
    () => '',
  ];
  return ways[Math.floor(random() * ways.length)]?.() ?? '';
}

/** References to what was never shown, and somebody whom no document names. */
function hallucinated(reply: string, random: () => number): string {
  const wrong = reply.replace(/\((\d+)/gu, (whole) => (random() < 0.5 ? '(987' : whole));
  return random() < 0.5 ? wrong : wrong.replace('The tables tell of', `${NOBODY} told [Data: Entities (555)] of`);
}
