const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end))

/** Whether a picture moves, by its first bytes: WebP, PNG (APNG) and GIF, of which only one frame is used. */
export function isAnimated(head: Uint8Array): boolean {
  const start = ascii(head, 0, 16)
  // RFC 9649, section 2.7: the second lowest bit of the flags.
  if (start.startsWith('RIFF') && start.endsWith('WEBPVP8X')) return ((head[20] ?? 0) & 2) !== 0
  if (start.startsWith('\x89PNG')) return isAnimatedPng(head)
  // The block that tells how often it repeats, which a picture that stands still does not have.
  return start.startsWith('GIF8') && ascii(head, 0, 2048).includes('NETSCAPE2.0')
}

/** An `acTL` chunk stands before the first `IDAT`. */
function isAnimatedPng(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const type = ascii(head, at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}
