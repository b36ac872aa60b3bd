import { setLanguage } from '#lib/language/translate.ts'

/** BCP 47 tags of all languages of the page. English is written in the code, the others are in `messages`. */
export const pageLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'pt-BR',
  'it',
  'pl',
  'ru',
  'tr',
  'zh-Hans',
  'zh-Hant',
  'ja',
  'ko',
  'hi',
  'ar',
  'he',
] as const

/** Key of the chosen language in the storage of the browser. */
const storageKey = 'bozzetto.language'

/**
 * Returns the tag of the language that fits best to the wishes of a browser. Chinese without a
 * script is written in the script of its region.
 * @param wishes BCP 47 tags, the best first, such as `navigator.languages`.
 */
export function matchLanguage(wishes: readonly string[]): string {
  for (const wish of wishes) {
    const { language, script } = readLocale(wish)
    const found =
      pageLanguages.find((tag) => tag === `${language}-${script}`) ?? findLanguage(language)
    if (found !== undefined) return found
  }
  return 'en'
}

const findLanguage = (language: string) =>
  pageLanguages.find((tag) => tag.split('-')[0] === language)

function readLocale(tag: string): { language: string; script?: string | undefined } {
  const [prefix = ''] = tag.split('-')
  // The browser's data of locales takes 6 ms to load, which would delay the first paint.
  if (prefix !== 'zh' && findLanguage(prefix)) return { language: prefix }
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return { language, script }
  } catch {
    // A browser extension may have set any text.
    return { language: '' }
  }
}

/** Returns the language that the person chose in this browser. Undefined follows the browser. */
export function readChosenLanguage(): string | undefined {
  try {
    const chosen = localStorage.getItem(storageKey)
    return pageLanguages.find((tag) => tag === chosen)
  } catch {
    // The browser forbids storage, or there is no browser.
    return undefined
  }
}

/**
 * Stores the language and reloads the page, because texts are read once.
 * @param tag undefined follows the browser.
 */
export function chooseLanguage(tag: string | undefined): void {
  if (tag === undefined) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, tag)
  location.reload()
}

const isPage = typeof document !== 'undefined'

/** Tag of the language of this page. Outside a page, for example in a test, it is English. */
export const pageLanguage: string = isPage
  ? (readChosenLanguage() ?? matchLanguage(navigator.languages))
  : 'en'

/** True if the language of this page is written from right to left. */
export const isRightToLeft = /^(?:ar|he)/.test(pageLanguage)

if (isPage) {
  setLanguage(pageLanguage)
  const { documentElement: page } = document
  const dir = isRightToLeft ? 'rtl' : 'ltr'
  // Even for the same value, the browser would compute the styles of all elements again.
  if (page.lang !== pageLanguage) page.lang = pageLanguage
  if (page.dir !== dir) page.dir = dir
}
