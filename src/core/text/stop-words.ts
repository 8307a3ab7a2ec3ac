/** English words that carry no topic, lower case, apostrophes removed. Contractions that are words of their own (shed, ill, wed) are left out. */
const words = `
a about above after again against all also although always am among an and another any anyone anything are arent around as at
be became because been before being below between both but by
came can cannot cant could couldnt did didnt do does doesnt doing dont down during
each either else etc even ever every few for from further
get gets getting got had hadnt has hasnt have havent having he hed her here heres hers herself hes him himself his how however
i if im in into is isnt it itd itll its itself ive just lets
many me might more most much must mustnt my myself
neither never no nor not now of off often on once one only onto or other others ought our ours ourselves out over own
per perhaps quite rather really same shall shant she shes should shouldnt since so some somehow someone something still such
than that thats the their theirs them themselves then there theres these they theyd theyll theyre theyve this those though through thus to too toward towards
under until up upon us used very via was wasnt we were werent weve what whatever whats when whenever where wheres wherever whether
which whichever while who whoever whom whos whose why will with within without wont would wouldnt
yes yet you youd youll your youre yours yourself yourselves youve`;

const stopWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));

/** Contractions that are other words without their apostrophe. */
const contractions: ReadonlySet<string> = new Set(['shed', 'hell', 'ill', 'wed', 'id', 'were', 'well', 'shell']);

/** True for an English function word, in any case; its apostrophe counts only where it tells a contraction from a word (she'd, shed). */
export function isStopWord(word: string): boolean {
  const plain = word.toLowerCase().replace(/['’]/g, '');
  return stopWords.has(plain) || (plain.length < word.length && contractions.has(plain));
}
