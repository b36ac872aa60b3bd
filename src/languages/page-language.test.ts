import { expect, it } from 'vitest'
import { matchLanguage } from './page-language.ts'

it.each([
  [['de-AT', 'en'], 'de'],
  [['pt-PT'], 'pt-BR'],
  [['zh'], 'zh-Hans'],
  [['zh-TW'], 'zh-Hant'],
  [['zh-HK', 'en'], 'zh-Hant'],
  [['nl', 'fr-CA', 'en'], 'fr'],
  [['iw'], 'he'],
  [['no such tag!', ''], 'en'],
  [[], 'en'],
])('matchLanguage chooses for %j the language %s', (wishes, tag) => {
  expect(matchLanguage(wishes)).toBe(tag)
})
