import { decodeBytes } from './decode-bytes.ts'

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

function getTable(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, readonly number[]>()
  const note = (bytes: number[]) => {
    const char = decodeBytes(new Uint8Array(bytes), encoding)
    if (Array.from(char).length === 1 && char !== '\uFFFD' && !table.has(char))
      table.set(char, bytes)
  }
  for (let first = 0; first < 256; first++) note([first])
  for (let first = 0x81; first < 255; first++) {
    for (let second = 0x40; second < 255; second++) note([first, second])
  }
  tables.set(encoding, table)
  return table
}

/**
 * Encodes a text.
 * @returns undefined if the encoding lacks one of its characters.
 */
export function encodeText(text: string, encoding: string): Uint8Array | undefined {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding.startsWith('utf-16')) {
    const view = new DataView(new ArrayBuffer(text.length * 2))
    for (let at = 0; at < text.length; at++) {
      view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le')
    }
    return new Uint8Array(view.buffer)
  }
  if (encoding === 'iso-2022-jp') return encodeWithEscapes(text)
  const table = getTable(encoding)
  const bytes: number[] = []
  for (const char of text) {
    const found = table.get(char)
    if (!found) return undefined
    bytes.push(...found)
  }
  return new Uint8Array(bytes)
}

function encodeWithEscapes(text: string): Uint8Array | undefined {
  const table = getTable('euc-jp')
  const bytes: number[] = []
  let isWide = false
  for (const char of text) {
    const found = table.get(char)
    if (!found) return undefined
    if (found.length > 1 !== isWide) {
      isWide = !isWide
      bytes.push(0x1b, ...(isWide ? [0x24, 0x42] : [0x28, 0x42]))
    }
    bytes.push(...found.map((byte) => byte & 0x7f))
  }
  if (isWide) bytes.push(0x1b, 0x28, 0x42)
  return new Uint8Array(bytes)
}
