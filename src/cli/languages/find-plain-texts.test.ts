import { describe, expect, it } from 'vitest'
import { findPlainTexts } from './find-plain-texts.ts'

const find = (source: string) => findPlainTexts('src/app/a.tsx', source)

describe('findPlainTexts', () => {
  it('finds a text between two tags, and the text of an attribute', () => {
    expect(find('const a = (\n  <p title="Two words">Send it</p>\n)')).toEqual([
      'src/app/a.tsx:2: "Two words" is not translated: use t.',
      'src/app/a.tsx:2: "Send it" is not translated: use t.',
    ])
  })

  it('accepts messages, signs, class names and examples', () => {
    const source = `<p className="flex gap-2" title={t('Send')}>· {t('Send it')} ×</p>`
    expect(find(source)).toEqual([])
    expect(find('<input placeholder="you@example.com" aria-label={name} />')).toEqual([])
  })
})
