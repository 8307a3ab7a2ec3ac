import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface GoldEntity {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly documents: readonly string[];
}

export interface GoldRelationship {
  readonly source: string;
  readonly target: string;
  readonly description: string;
  readonly predicate: string;
  /** From 1 to 10. */
  readonly strength: number;
  readonly document: string;
  readonly sentence: string;
  /** The sentence means one of its ends without naming it. */
  readonly anaphora?: true;
}

export interface GoldClaim {
  readonly subject: string;
  readonly object: string | null;
  readonly type: string;
  readonly status: 'TRUE' | 'FALSE' | 'SUSPECTED';
  readonly start: string | null;
  readonly end: string | null;
  readonly description: string;
  readonly document: string;
  readonly sentence: string;
}

export interface GoldPassage {
  readonly document: string;
  readonly quote: string;
}

interface GoldTheme {
  readonly title: string;
  readonly description: string;
  readonly documents: readonly string[];
  readonly passages: readonly GoldPassage[];
}

export interface GoldQuestion {
  readonly id: string;
  readonly kind: 'single' | 'multi-hop' | 'global' | 'unanswerable';
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly GoldPassage[];
  /** The name that occurs nowhere in the documents. */
  readonly unknown?: string;
}

/** The hand-made standard for the sample's documents; documents are named by their file names. */
export interface Gold {
  readonly entities: readonly GoldEntity[];
  readonly relationships: readonly GoldRelationship[];
  readonly claims: readonly GoldClaim[];
  readonly themes: readonly GoldTheme[];
  readonly questions: readonly GoldQuestion[];
}

/** Reads the five files of `tests/fixtures/gold`. */
export async function loadGold(): Promise<Gold> {
  const [entities, relationships, claims, themes, questions] = await Promise.all([
    readRows<GoldEntity>('entities'),
    readRows<GoldRelationship>('relationships'),
    readRows<GoldClaim>('claims'),
    readRows<GoldTheme>('themes'),
    readRows<GoldQuestion>('questions'),
  ]);
  return { entities, relationships, claims, themes, questions };
}

async function readRows<T>(name: string): Promise<readonly T[]> {
  const path = fileURLToPath(new URL(`../../tests/fixtures/gold/${name}.json`, import.meta.url));
  return JSON.parse(await readFile(path, 'utf8')) as readonly T[];
}
