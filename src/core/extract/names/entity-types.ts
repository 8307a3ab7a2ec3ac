import { givenNames, doubtfulTitles, personTitles } from './word-lists';

/** `concept` where nothing else is known. */
export type MentionType = 'person' | 'organization' | 'place' | 'concept';

const organisation =
  /\b(?:ltd|limited|inc|corp|corporation|company|co|llc|plc|gmbh|ag|s\.a|bank|group|holdings|council|board|committee|commission|university|college|school|academy|institute|institution|laboratory|laboratories|ministry|department|agency|authority|office|bureau|court|parliament|senate|congress|party|union|association|society|federation|foundation|trust|club|team|museum|library|archive|gallery|orchestra|choir|church|hospital|clinic|press|times|gazette|herald|chronicle|journal|mercury|tribune|telegraph|guardian|police|constabulary|assizes|railway|railways|tramways|army|navy|guild|league|service|network|cooperative|co-operative|brothers|bros|sons|partners|behörde|institut|universität|verein|gesellschaft|ministerium|conseil|université|institut|consejo|universidad|ayuntamiento|junta|университет|институт|министерство|управление)\.?$/iu;
const organisationHead =
  /^(?:junta|consejo|conseil|ministerio|ministère|universidad|université|universität|instituto|institut|banco|banque|office|ministry|department|university|bank|council|museum|church|board|institute|house|bureau|school|college|academy|society|association|friends|federation|league|guild|order|court) (?:of|de|del|du|der|für|d[’'])\s?/iu;
const place =
  /\b(?:river|street|road|avenue|lane|square|island|islands|isle|bay|harbour|harbor|port|sea|ocean|lake|pond|mountain|mountains|mount|hill|hills|valley|cape|coast|beach|county|province|district|region|city|town|village|park|garden|gardens|bridge|castle|palace|tower|hall|room|row|farm|mill|abbey|priory|manor|inn|hotel|terrace|crescent|cave|cavern|cliff|spring|springs|well|wells|dale|moor|fell|marsh|beck|brook|creek|stream|weir|dam|reservoir|mine|quarry|glacier|plateau|ridge|reef|lighthouse|airport|station|forest|wood|woods|desert|republic|kingdom|peninsula|strait|canal|falls|hafen|straße|insel|fluss|rue|place|île|calle|plaza|isla|puerto|улица|остров|река|город|гавань|море)$/iu;
const placeHead =
  /^(?:(?:(?:mount|lake|river|isle|île|isla|puerto|río|san|santa|sankt|bad) |saint-).+|(?:cape|port|fort|new|old|north|south|east|west)\s\p{Lu}\S*)$/iu;
const initialed = /^(?:\p{Lu}\. ?)+\p{Lu}\p{Ll}[\p{L}\p{M}'’-]+$/u;
const hanOrganisation =
  /(?:公司|集团|大学|学院|研究所|研究院|委员会|议会|協会|协会|学会|银行|銀行|医院|病院|部|局|厅|庁|署|社|党|博物馆|博物館|图书馆|図書館|资料馆|資料館|美术馆|美術館|档案馆|学校|中学|小学|高校|大学院|组合|組合|财团|財団|役場|役所|新聞|日报|晚报|报社|出版社|杂志社|商会|剧院|剧团|乐团|楽団|劇場|工厂|基金会|联合会|俱乐部|天文台|法院|株式会社|기관|대학교|회사|청)$/u;
const hanPlace = /(?:省|市|县|県|镇|町|村|区|岛|島|港|湾|河|川|江|湖|海|山|峰|街|路|州|国|教堂|灯塔|城|寺|駅|站)$/u;

const uncasedOrganisation =
  /^(?:مكتبة|جامعة|مدرسة|معهد|متحف|شركة|بنك|مصرف|مستشفى|جمعية|مؤسسة|منظمة|وزارة|بلدية|صحيفة|جريدة|حزب|نادي|هيئة|دانشگاه|کتابخانه|موزه|شرکت|بانک|بیمارستان|انجمن|وزارت|روزنامه|سازمان|אוניברסיטת|ספריית|מוזיאון|חברת|בנק|אגודת|משרד|מכון|מפלגת)$/u;
const shortHanPlace = /^.[岛島港湖山镇鎮县縣市省河]$/u;

/** The type by a name's own words, in English and some other languages; undefined without one. */
export function typeOfWords(title: string): MentionType | undefined {
  // No type is told by a Latin word in small letters at the beginning.
  const code = title.charCodeAt(0);
  if (code >= 0x61 && code <= 0x7a) return undefined;
  if (/^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}ー・]+$/u.test(title)) {
    if (title.length > 2 && hanOrganisation.test(title)) return 'organization';
    return (title.length > 2 ? hanPlace : shortHanPlace).test(title) ? 'place' : undefined;
  }
  const first = title.split(' ', 1)[0] ?? '';
  if (first !== title && uncasedOrganisation.test(first)) return 'organization';
  if (!/^\p{Lu}/u.test(first)) return undefined;
  if (title.includes(' ')) {
    const head = title.split(' of ', 1)[0] ?? '';
    if (title.includes(' & ') || organisation.test(head) || organisationHead.test(title)) return 'organization';
    if (place.test(head)) return 'place';
    if (initialed.test(title)) return 'person';
    if (personTitles.has(first.toLowerCase()) && !doubtfulTitles.has(first.toLowerCase())) return 'person';
  } else if (/(?:hafen|burg|stadt|berg|ville|grad|град|ск)$/u.test(title) && title.length > 6) return 'place';
  return /^\p{Lu}\p{Ll}+ of \p{Lu}/u.test(title) || !placeHead.test(title) ? undefined : 'place';
}

const hanName = /^\p{Script=Han}{2,4}$/u;

function startsWithGivenName(title: string): boolean {
  const words = title.split(' ');
  return words.length > 1 && words.length < 5 && givenNames.has(words[0] ?? '') && !title.includes(' of ');
}

/** Words around the mentions of one name, counted. */
export interface TypeCues {
  person: number;
  place: number;
  /** Times it is where something goes or comes from, which may be a person. */
  way: number;
  /** Times an article is before it; people have none. */
  thing: number;
  /** Times it begins a clause that continues in small letters, as those do who act. */
  subject: number;
}

/** The type of a name by its own words, else by the words around at least a quarter of its mentions. */
export function decideType(title: string, own: MentionType | undefined, cues: TypeCues, mentions: number): MentionType {
  if (cues.person * 2 > mentions && (hanName.test(title) || (own === 'place' && !title.includes(' ')))) return 'person';
  if (own && !(own === 'person' && cues.thing * 2 > mentions)) return own;
  if (startsWithGivenName(title)) return 'person';
  if (givenNames.has(title) && cues.place + cues.thing === 0) return 'person';
  if (cues.person > 0 && cues.person >= cues.place && cues.person * 4 >= mentions) return 'person';
  if (acts(title, cues, mentions)) return 'person';
  const where = cues.place + cues.way / 2;
  if (cues.place > 0 && cues.place >= cues.subject && where > 2 * cues.person && where * 4 >= mentions) return 'place';
  return startsWithTitle(title) && cues.thing + cues.place === 0 ? 'person' : 'concept';
}

/** Times from which on a name that begins clauses keeps doing so. */
const recurring = 3;
/** Checks if a name has capitals in a row or inside a word, as no person's has. */
export const isCoined = (title: string): boolean => /\p{Lu}{2}|\p{Ll}{3}\p{Lu}/u.test(title);

/**
 * Checks if one word keeps beginning clauses, as the people of a tale do: at least one mention of five, four times as
 * often as it is a thing or a place, and hardly ever with an article.
 */
function acts(title: string, { subject, thing, place, way }: TypeCues, mentions: number): boolean {
  if (subject < recurring || title.includes(' ') || isCoined(title)) return false;
  return subject * 5 >= mentions && thing * 10 < mentions && (place + way / 2) * 4 <= subject;
}

const startsWithTitle = (title: string): boolean => {
  const [first = '', next] = title.split(' ');
  return next !== undefined && personTitles.has(first.toLowerCase());
};
