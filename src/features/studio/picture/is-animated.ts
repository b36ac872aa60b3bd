const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end))

/**
 * Returns whether a file is an animated WebP, PNG (APNG) or GIF, which can only be used as one
 * frame.
 * @param head the first bytes of the file.
 */
export function isAnimated(head: Uint8Array): boolean {
  const start = ascii(head, 0, 16)
  // The second lowest bit of the flags marks an animation (RFC 9649, section 2.7).
  if (start.startsWith('RIFF') && start.endsWith('WEBPVP8X')) return ((head[20] ?? 0) & 2) !== 0
  if (start.startsWith('\x89PNG')) return isAnimatedPng(head)
  return start.startsWith('GIF8') && isAnimatedGif(head)
}

/**
 * Searches the blocks before the first picture for a repeat count or a delay (GIF89a, sections 18
 * to 26).
 */
function isAnimatedGif(head: Uint8Array): boolean {
  const flags = head[10] ?? 0
  const colorsBytes = (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
  let at = 13 + colorsBytes
  while (head[at] === 0x21) {
    const isControl = head[at + 1] === 0xf9
    if (isControl && ((head[at + 4] ?? 0) | (head[at + 5] ?? 0)) > 0) return true
    if (ascii(head, at + 3, at + 14) === 'NETSCAPE2.0') return true
    at += 2
    // An extension is a list of blocks, each with its length. An empty block ends the list.
    for (let size = head[at] ?? 0; size > 0; size = head[at] ?? 0) at += size + 1
    at++
  }
  return false
}

/** Searches for an `acTL` chunk before the first `IDAT` chunk, which marks an animated PNG. */
function isAnimatedPng(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const type = ascii(head, at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}
