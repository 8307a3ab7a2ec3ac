import { language, type LanguageCode } from '../language.svelte';
import { bytes, count, counted, duration } from '../numbers';

const en = {
  /** `partly`: files of which only some pages are pictures. */
  title: (files: number, partly: number) => {
    const [are, have] = files === 1 ? ['is a picture', 'has'] : ['are pictures', 'have'];
    if (partly === 0) return `${counted(files, 'file')} ${are} without text`;
    if (partly === files) return `${counted(files, 'file')} ${have} pages that are pictures without text`;
    return `${counted(files, 'file')} are, or have pages that are, pictures without text`;
  },
  partly: (pages: number, of: number) =>
    `${count(pages)} of ${counted(of, 'page')} ${pages === 1 ? 'is a picture and was' : 'are pictures and were'} not read`,
  /** `known`: from pages that were read on this device before. */
  offer: (pages: number, seconds: number, known: boolean) =>
    `Burrow can read the printed words on ${counted(pages, 'page')}. It takes about ${duration(seconds)}${known ? ', as pages before did,' : ' on a usual machine'} and nothing leaves this device.`,
  fetched: (amount: number) =>
    amount > 0 ? `For this language, ${bytes(amount)} come from this site once.` : 'This language can be read offline.',
  letters: 'It reads print. Handwriting is not read.',
  language: 'Language of the pictures',
  /** `likely`: the language that the words seem to be in; missing where most of them are uncertain. */
  doubtful: (files: number, language: string, likely?: string) =>
    `${counted(files, 'file')} ${files === 1 ? 'was' : 'were'} read as ${language}, ${likely === undefined ? 'and most words are uncertain' : `but the words look like ${likely}`}`,
  again: (language: string) => `Read again as ${language}`,
  keep: 'Keep as read',
  leaveOut: 'Leave out',
  read: 'Read the words',
  later: 'Not now',
  files: 'Files that wait',
};

const zh: typeof en = {
  title: (files, partly) =>
    partly === 0
      ? `${count(files)} 个文件是没有文字的图片`
      : partly === files
        ? `${count(files)} 个文件中有些页面是没有文字的图片`
        : `${count(files)} 个文件是没有文字的图片，或含有这样的页面`,
  partly: (pages, of) => `共 ${count(of)} 页，其中 ${count(pages)} 页是图片，未读取`,
  offer: (pages, seconds, known) =>
    `Burrow 可以识别这 ${count(pages)} 页上的印刷文字。${known ? '按此前的页面估计' : '在一般设备上'}约需 ${duration(seconds)}，内容不会离开本设备。`,
  fetched: (amount) => (amount > 0 ? `首次识别该语言时会从本站获取 ${bytes(amount)}。` : '该语言可离线识别。'),
  letters: '只识别印刷文字，不识别手写。',
  language: '图片的语言',
  doubtful: (files, language, likely) =>
    `${count(files)} 个文件已按${language}识别，${likely === undefined ? '但多数文字不确定' : `但文字看起来是${likely}`}`,
  again: (language) => `按${language}重新识别`,
  keep: '保留现有结果',
  leaveOut: '不加入',
  read: '识别文字',
  later: '暂不',
  files: '等待中的文件',
};

const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts on files that are pictures of text, in the language of the screen: they come with the first such file. */
export const picturesWords = (): typeof en => BY_LANGUAGE[language.code];
