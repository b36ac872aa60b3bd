import { decodeBytes } from '#lib/encodings/decode-bytes.ts'
import { findEncoding } from '#lib/encodings/encodings.ts'

/** RTF groups that contain no text of the document. */
const skipped = new Set(
  'fonttbl colortbl stylesheet info pict fldinst themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl filetbl revtbl objdata objclass nonshppict shpinst'.split(
    ' ',
  ),
)
const characters = new Map([
  ['par', '\n'],
  ['sect', '\n\n'],
  ['page', '\n\n'],
  ['line', '\n'],
  ['row', '\n'],
  ['cell', ' | '],
  ['nestcell', ' | '],
  ['nestrow', '\n'],
  ['tab', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
])
const charsets = new Map([
  [0, 'windows-1252'],
  [77, 'macintosh'],
  [128, 'shift_jis'],
  [129, 'euc-kr'],
  [134, 'gb18030'],
  [136, 'big5'],
  [161, 'windows-1253'],
  [162, 'windows-1254'],
  [163, 'windows-1258'],
  [177, 'windows-1255'],
  [178, 'windows-1256'],
  [186, 'windows-1257'],
  [204, 'windows-1251'],
  [222, 'windows-874'],
  [238, 'windows-1250'],
])
const depthMax = 1_000

type State = { isSkipped: boolean; isFonts: boolean; font: number; unicodeSkip: number }
type Token = { word?: string; value?: number; symbol?: string; hex?: number }

const token = /\\(?:([a-z]{1,32})(-?\d{1,10})? ?|'([0-9a-f]{2})|([^a-z']))|([{}])|([^\\{}\r\n]+)/gi

export const isRtf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '{\\rtf'

export function readRtf(bytes: Uint8Array): string {
  const source = Buffer.from(bytes).toString('latin1')
  const pieces: string[] = []
  const pending: number[] = []
  const fonts = new Map<number, string>()
  const states: State[] = []
  let state: State = { isSkipped: false, isFonts: false, font: 0, unicodeSkip: 1 }
  let encoding = 'windows-1252'
  let toSkip = 0
  let isStarred = false

  const flush = () => {
    if (pending.length === 0) return
    const used = fonts.get(state.font) ?? encoding
    pieces.push(decodeBytes(new Uint8Array(pending.splice(0)), used))
  }
  const add = (text: string) => {
    if (state.isSkipped) return
    flush()
    pieces.push(text)
  }
  const addByte = (byte: number) => {
    if (toSkip > 0) toSkip--
    else if (!state.isSkipped) pending.push(byte)
  }

  function control({ word = '', value }: Token): void {
    if (word === 'ansicpg') encoding = findEncoding(`cp${value}`) ?? encoding
    else if (word === 'mac') encoding = 'macintosh'
    else if (word === 'uc') state.unicodeSkip = value ?? 1
    else if (word === 'fonttbl') [state.isFonts, state.isSkipped] = [true, true]
    else if (word === 'f') {
      flush()
      state.font = value ?? 0
    } else if (word === 'fcharset' && state.isFonts) {
      const named = charsets.get(value ?? 0)
      if (named !== undefined && value !== 0) fonts.set(state.font, named)
    } else if (word === 'u') {
      add(String.fromCharCode(((value ?? 0) + 0x1_00_00) % 0x1_00_00))
      toSkip = state.unicodeSkip
    } else if (word === 'v' || word === 'deleted') {
      flush()
      state.isSkipped = value !== 0
    } else if (isStarred && word !== 'shptxt') state.isSkipped = true
    else if (skipped.has(word)) state.isSkipped = true
    else add(characters.get(word) ?? '')
    isStarred = false
  }

  for (const match of source.matchAll(token)) {
    const [, word, value, hex, symbol, brace, plain] = match
    if (word !== undefined) {
      control({ word: word.toLowerCase(), ...(value !== undefined && { value: Number(value) }) })
    } else if (hex !== undefined) addByte(Number.parseInt(hex, 16))
    else if (symbol !== undefined) {
      if (symbol === '*') isStarred = true
      else if (symbol === '~') add('\u00A0')
      else if (symbol === '_') add('‑')
      else if (/[\\{}]/.test(symbol)) addByte(symbol.charCodeAt(0))
      else if (/[\r\n]/.test(symbol)) add('\n')
    } else if (brace === '{') {
      if (states.length < depthMax) states.push({ ...state })
    } else if (brace === '}') {
      flush()
      state = states.pop() ?? state
    } else for (let at = 0; at < (plain?.length ?? 0); at++) addByte(plain?.charCodeAt(at) ?? 0)
  }
  flush()
  return pieces
    .join('')
    .replaceAll(/(?<![ \t])[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
