/** Forms of verbs whose stem changes, a verb a line, besides those by which answers are held against their sources. */
export const STRONG_VERBS = `
bear bore borne
beat beaten
bend bent
bind bound
breed bred
forbid forbade forbidden
grind ground
hit hits hitting
kneel knelt
light lit
oversee oversaw overseen
overtake overtook overtaken
seek sought
shrink shrank shrunk
spin spun
spring sprang sprung
undertake undertook undertaken
understand understood
weave wove woven
wind wound
withdraw withdrew withdrawn
bietet bieten bot boten geboten
brennt brennen brannte gebrannt
denkt denken dachte gedacht
entwirft entwerfen entwarf entwarfen entworfen
erfindet erfinden erfand erfunden
erwirbt erwerben erwarb erwarben erworben
isst essen aß aßen gegessen
kennt kennen kannte kannten gekannt
lädt laden lud geladen
leiht leihen lieh geliehen
misst messen maß gemessen
ruft rufen rief riefen gerufen
schneidet schneiden schnitt geschnitten
sitzt sitzen saß saßen gesessen
stiehlt stehlen stahl gestohlen
übernimmt übernehmen übernahm übernahmen übernommen
verlässt verlassen verließ verließen
wiegt wiegen wog wogen gewogen
wirft werfen warf warfen geworfen
`;
