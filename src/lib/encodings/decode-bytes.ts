/**
 * Bytes 0x80 to 0x9F in Windows-1252. Some versions of Node decode it as ISO-8859-1. Source:
 * https://encoding.spec.whatwg.org/index-windows-1252.txt.
 */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/**
 * Bytes 0x80 to 0xFF in code page 850. Excel uses this encoding for “CSV (MS-DOS)” in Western
 * Europe.
 */
const ibm850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/**
 * Decodes bytes in an encoding of `encodings.ts`. Invalid bytes become U+FFFD, and a byte order
 * mark is removed.
 */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') {
    return decodeUtf32(bytes, encoding === 'utf-32le')
  }
  if (encoding === 'ibm850') return decodeIbm850(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  return encoding === 'windows-1252' ? replaceControls(text) : text
}

/** Corrects Windows-1252 text that was decoded as ISO-8859-1. */
export const replaceControls = (text: string): string =>
  text.replaceAll(/[\u0080-\u009F]/g, (char) => windows1252.charAt(char.charCodeAt(0) - 0x80))

function decodeIbm850(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const codes = bytes.subarray(at, at + pieceBytes)
    pieces.push(String.fromCharCode(...codes))
  }
  return pieces
    .join('')
    .replaceAll(/[\u0080-\u00FF]/g, (one) => ibm850.charAt(one.charCodeAt(0) - 0x80))
}

/** Bytes that are decoded per call. JavaScript limits the number of arguments of a function. */
const pieceBytes = 8 * 1024

function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: string[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittleEndian)
    if (at === 0 && code === 0xfeff) continue
    const isValid = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    pieces.push(isValid ? String.fromCodePoint(code) : '\uFFFD')
  }
  return pieces.join('')
}
