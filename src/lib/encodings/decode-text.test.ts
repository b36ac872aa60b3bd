import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'
import { encodeText } from './encode-text.fixture.ts'
import { listEncodedTexts, listLines, type EncodedText } from './encoded-texts.fixture.ts'
import { encodings, findEncoding } from './encodings.ts'
import { shortTexts } from './short-texts.fixture.ts'
import { listUnseenTexts } from './unseen-texts.fixture.ts'

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
const computeRate = (texts: readonly EncodedText[]): number =>
  texts.filter(({ bytes, text }) => decodeText(bytes).text === text).length / texts.length

describe('decodeText', () => {
  it('detects the encoding of at least 97 % of all sentences, including those that were not used for tuning', () => {
    for (const half of ['tuning', 'test'] as const) {
      const texts = listEncodedTexts(half)
      expect(texts.length).toBeGreaterThan(100)
      expect(computeRate(texts)).toBeGreaterThan(0.97)
      expect(computeRate(listLines(half))).toBeGreaterThan(0.98)
    }
  })

  it('detects the encoding of at least 93 % of texts that were not written for these tests', () => {
    const texts = listUnseenTexts()
    expect(texts.length).toBeGreaterThan(100)
    expect(computeRate(texts)).toBeGreaterThan(0.93)
  })

  it.each([
    ['größe', 'windows-1252', latin1('gr\xf6\xdfe')],
    ['naïve', 'windows-1252', latin1('na\xefve')],
    ['5 €', 'windows-1252', latin1('5 \x80')],
    ['“don’t” – yes…', 'windows-1252', latin1('\x93don\x92t\x94 \x96 yes\x85')],
    ['テスト', 'shift_jis', latin1('\x83e\x83X\x83g')],
    ['ПРИВЕТ, МИР', 'windows-1251', latin1('\xcf\xd0\xc8\xc2\xc5\xd2, \xcc\xc8\xd0')],
    ['привет', 'koi8-r', latin1('\xd0\xd2\xc9\xd7\xc5\xd4')],
  ])('detects the encoding of the short text “%s”', (text, encoding, bytes) => {
    expect(decodeText(bytes)).toMatchObject({ text, encoding, isGuess: true })
  })

  it('detects the encoding from a single character after a long text in ASCII', () => {
    const text = `${'The kiln is hot.\n'.repeat(20_000)}Café\n${'It cools.\n'.repeat(2_000)}`
    expect(decodeText(latin1(text))).toMatchObject({ text, encoding: 'windows-1252' })
    const russian = encodeText('Обжиг закончен.\n', 'koi8-r') ?? new Uint8Array()
    const mixed = new Uint8Array([...utf8('x,y\n'.repeat(90_000)), ...russian])
    expect(decodeText(mixed)).toMatchObject({ encoding: 'koi8-r' })
  })

  it.each([
    ['a damaged byte', [...utf8('Grüße, naïve\n'), 0xff, ...utf8('façade')], 1],
    ['a cut character at the end', [...utf8('日本語'), 0xe6, 0x97], 1],
    ['a damaged byte between Chinese words', [...utf8('漢字'), 0x80, ...utf8('字')], 1],
    ['a byte order mark and a damaged byte', [0xef, 0xbb, 0xbf, 0x61, 0xff], 1],
  ])('decodes a text with %s as UTF-8', (_case, bytes, damaged) => {
    expect(decodeText(new Uint8Array(bytes))).toMatchObject({ encoding: 'utf-8', damaged })
  })

  it.each([
    ['utf-16le', 'name\tcity\nJan\tGouda\n'],
    ['utf-16be', 'name\tcity\nJan\tGouda\n'],
    ['utf-16le', '姓名\n张三\n'],
    ['utf-16be', 'Привет, мир'],
    ['utf-16le', 'こんにちは、世界'],
  ])('reads UTF-32, whose byte order mark begins like that of UTF-16', (encoding, text) => {
    const bytes = encodeText(text, encoding) ?? new Uint8Array()
    expect(decodeText(bytes)).toMatchObject({ text, encoding })
  })

  it('reads a character of UTF-32 that UTF-16 stores as a surrogate pair', () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0, 0x0d, 0xf6, 1, 0])
    expect(decodeText(bytes)).toMatchObject({ text: 'A😍', encoding: 'utf-32le' })
  })

  it('uses the encoding that a file or its server declares only if it fits the bytes', () => {
    const polish = encodeText('Kraków', 'iso-8859-2') ?? new Uint8Array()
    expect(decodeText(polish, { label: 'ISO-8859-2' }).encoding).toBe('iso-8859-2')
    const chinese = encodeText('姓名,电话,地址,备注', 'gb18030') ?? new Uint8Array()
    expect(decodeText(chinese, { label: 'iso-8859-1' }).encoding).toBe('gb18030')
    expect(decodeText(utf8('Grüße'), { label: 'windows-1252' }).text).toBe('Grüße')
    const meta = '<html><meta http-equiv=x content="text/html; charset=euc-kr"><p>\xc7\xd1'
    expect(decodeText(latin1(meta))).toMatchObject({ encoding: 'euc-kr' })
    const python = '#!/usr/bin/python\n# -*- coding: koi8-r -*-\nprint("\xd0\xd2")'
    expect(decodeText(latin1(python))).toMatchObject({ encoding: 'koi8-r' })
  })

  it.each(shortTexts)('reads two sentences in %s', (encoding, text) => {
    const bytes = encodeText(text, encoding)
    expect(bytes).toBeDefined()
    expect(decodeText(bytes ?? new Uint8Array()).text).toBe(text)
  })

  it('decodes in the encoding that the user selected', () => {
    expect(decodeText(latin1('\xe9'), { encoding: 'windows-1251' }).text).toBe('й')
  })

  it('decodes bytes in every listed encoding, with the punctuation of Windows-1252', () => {
    for (const { id } of encodings) {
      expect(decodeText(utf8('plain'), { encoding: id }).text).toBeTypeOf('string')
      expect(findEncoding(id)).toBe(id)
    }
    expect(decodeText(latin1('\x80\x92\x9f'), { encoding: 'windows-1252' }).text).toBe('€’Ÿ')
    expect(['GBK', 'latin1', 'x-sjis', 'cp949', 'nonsense'].map(findEncoding)).toEqual([
      'gb18030',
      'windows-1252',
      'shift_jis',
      'euc-kr',
      undefined,
    ])
  })

  it('detects UTF-16 in two letters, but not in a few bytes of other data', () => {
    expect(decodeText(new Uint8Array([0, 1, 2, 255])).text).toContain('\0')
    expect(decodeText(new Uint8Array([0x68, 0, 0x69, 0]))).toMatchObject({ text: 'hi' })
  })
})
