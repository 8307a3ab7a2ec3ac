/** English words that carry no topic, lower case, apostrophes removed. */
const words = `
a about above after again against all also although always am among an and another any anyone anything are arent around as at
be became because been before being below between both but by
came can cannot cant could couldnt did didnt do does doesnt doing dont down during
each either else etc even ever every few for from further
get gets getting got had hadnt has hasnt have havent having he hed hell her here heres hers herself hes him himself his how however
i id if ill im in into is isnt it itd itll its itself ive just let lets
many me might more most much must mustnt my myself
neither never no nor not now of off often on once one only onto or other others ought our ours ourselves out over own
per perhaps quite rather really same shall shant she shed shes should shouldnt since so some somehow someone something still such
than that thats the their theirs them themselves then there theres these they theyd theyll theyre theyve this those though through thus to too toward towards
under until up upon us used very via was wasnt we wed were werent weve what whatever whats when whenever where wheres wherever whether
which whichever while who whoever whom whos whose why will with within without wont would wouldnt
yes yet you youd youll your youre yours yourself yourselves youve`;

const stopWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));

/** True for an English function word, in any case, with or without apostrophes. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word.toLowerCase().replace(/['’]/g, ''));
}
