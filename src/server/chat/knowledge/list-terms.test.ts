import { describe, expect, it } from 'vitest'
import { isGrammar, listTermParts, listTerms } from './list-terms.ts'

describe('listTerms', () => {
  it('returns identifiers whole and in parts', () => {
    expect(listTerms('read_file')).toEqual(expect.arrayContaining(['read', 'fil', 'read_file']))
    expect(listTerms('readFileSync')).toEqual(
      expect.arrayContaining(['read', 'fil', 'sync', 'readfilesync']),
    )
    expect(listTerms('ERR_INVALID_ARG_TYPE')).toContain('err_invalid_arg_type')
    expect(listTerms('see docs/api.md, v22.14.0 and TS2345.')).toEqual(
      expect.arrayContaining(['docs/api.md', 'api', 'v22.14.0', '14', 'ts2345', '2345']),
    )
  })

  it('normalizes case, accents, full-width letters and English endings', () => {
    const forms = ['Retry', 'retries', 'RETRIED', 'retrying', 'ｒｅｔｒｙ', 'rétry']
    expect(new Set(forms.flatMap(listTerms)).size).toBe(1)
    expect(listTerms('Café')).toEqual(listTerms('cafe'))
  })

  it('splits Chinese, Japanese and Korean text into pairs of characters', () => {
    expect(listTerms('氧化铁')).toEqual(['氧化', '化铁'])
    expect(listTerms('辞書を、猫')).toEqual(['辞書', '書を', '猫'])
    expect(listTerms('국민의')).toEqual(['국민', '민의'])
  })

  it('splits Thai text into words', () => {
    expect(listTerms('มนุษย์เกิดมาเท่าเทียมกัน')).toEqual(expect.arrayContaining(['มนุษย์', 'เกิด']))
  })

  it('omits encoded data such as base64', () => {
    expect(listTerms('x'.repeat(500))).toEqual([])
  })
})

describe('listTermParts', () => {
  it('returns the beginning of a long word, and the Han characters of a pair', () => {
    expect(listTermParts('gerichtsverhandlung')).toEqual(['geric…'])
    expect(listTermParts('court')).toEqual([])
    expect(listTermParts('通知')).toEqual(['通…', '知…'])
    expect(listTermParts('知ら')).toEqual(['知…'])
    expect(listTermParts('スク')).toEqual([])
  })
})

it('isGrammar recognises pairs of Hiragana as grammar', () => {
  expect(['ます', 'の', '知ら', 'スク', 'the'].filter(isGrammar)).toEqual(['ます', 'の'])
})
