import { language, type LanguageCode } from '../language.svelte';
import { count, counted, duration } from '../numbers';

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
  offer: (pages: number, seconds: number) =>
    `Burrow can read the printed words on ${counted(pages, 'page')}. It takes about ${duration(seconds)} on this device, and nothing leaves it. The first time, 6 MB come from this site.`,
  letters: 'It reads Latin letters, English best. Handwriting and other scripts are not read.',
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
  offer: (pages, seconds) =>
    `Burrow 可以识别这 ${count(pages)} 页上的印刷文字。在本设备上约需 ${duration(seconds)}，内容不会离开本设备。首次使用时会从本站获取 6 MB。`,
  letters: '只识别拉丁字母，英语效果最好；不识别手写和其他文字。',
  read: '识别文字',
  later: '暂不',
  files: '等待中的文件',
};

const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts on files that are pictures of text, in the language of the screen: they come with the first such file. */
export const picturesWords = (): typeof en => BY_LANGUAGE[language.code];
