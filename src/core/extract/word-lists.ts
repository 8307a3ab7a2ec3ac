const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** English adjectives that say nothing of what they stand before. */
export const genericAdjectives = setOf(`
able additional alternative another available average bad best better big brief certain clear close common complete considerable
current different difficult direct early earlier easy enough entire equal essential exact extra famous few final first following former
free full further general good great greatest half high higher highest huge important individual initial key known large larger largest
last late later latest least less likely little long longer low lower main major many minor modern more most multiple much near necessary
new next normal notable numerous obvious old older oldest only open original other overall own particular past possible potential present
previous primary proper rare real recent relative relevant right same second several separate serious short significant similar simple
single small smaller so-called special specific strong sub such sufficient sure third top total true typical unable upper useful usual
various very well-known whole wide wrong young younger youngest`);

/** English nouns too general to be an entity on their own or as the last word of a phrase of two. */
export const genericNouns = setOf(`
amount anything area aspect attempt bit case chance change choice class course day days deal degree detail effect effort end event example
everything extent fact form front group half hand hour idea instance issue item kind level line list look lot manner matter means member
minute moment month morning name need night none nothing number one ones order page pair part people percent period person piece place
point position problem process purpose question range rate reason rest result role row section sense series set side situation size sort
something stage step story subject sum table term thing things time times today tomorrow top total turn type use value variety view way
ways week while word words work year years yesterday afternoon evening noon weeks months hours minutes man woman men women boy girl mr mrs
back bottom beginning middle start kinds parts reasons examples cases figure chapter note others lunch
metre metres meter meters centimetre centimetres millimetre millimetres kilometre kilometres foot feet inch inches yard yards mile miles acre
acres hectare hectares litre litres liter liters gallon gallons pint pints pound pounds ounce ounces ton tons tonne tonnes gram grams kilogram
kilograms dollar dollars euro euros cent cents shilling shillings pence penny degrees volt volts watt watts dozen dozens half-hour fortnight`);

/** Months and days of the English calendar: dates are no entities. */
export const calendarWords = setOf(`
january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday
sunday jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat
christmas easter whitsun michaelmas`);

/** Numbers in words, which are no name on their own. */
export const numberWords = setOf(`
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty
forty fifty sixty seventy eighty ninety hundred thousand million billion first second third fourth fifth sixth seventh eighth ninth tenth
eleventh twelfth twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven twenty-eight twenty-nine`);

/** Words that may stand small inside a name, between capitals. */
export const nameConnectors = setOf('of de la le du des del della der den di da dos von van zu zum al el bin ibn y');

/** Titles that are not part of the name that follows them. */
export const honorifics = setOf(
  'mr mrs messrs ms miss dr prof professor sir madam rev hon herr frau fräulein m mme mlle monsieur madame señor señora sig signor dhr mevr доктор д-р',
);

/** Ranks and trades before a name that say that it names a person. */
export const personTitles = setOf(`
captain admiral general colonel major lieutenant sergeant king queen prince princess duke duchess count countess lord lady baron emperor
president minister chancellor mayor senator governor judge bishop archbishop pope father brother sister saint aunt uncle doctor nurse
engineer alderman justice constable superintendent inspector detective officer councillor keeper harbourmaster poet painter composer architect actor actress director author`);

/** Those among them that also stand in names of places and things: `Lady Well`, `King Street`, `General Hospital`. */
export const doubtfulTitles = setOf(
  'general major king queen prince princess duke count lord lady baron president bishop father brother sister saint keeper judge justice poet',
);

/** Verbs that people do, right after their name. */
export const personVerbs = setOf(`
said says asked answered replied told wrote writes laughed smiled thought believed remembered recalled explained argued insisted admitted
married died born lived studied taught spoke whispered shouted nodded felt knew knows wanted wondered sat stood walked looked joined
resigned retired promised claimed complained declared noted noticed testified composed painted`);
