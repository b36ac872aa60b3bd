const binaryMagic = 'Kaydara FBX Binary'
const decoder = new TextDecoder()

/** Returns the text of a text FBX, and undefined for a binary one. */
function getText(bytes: Uint8Array): string | undefined {
  const head = decoder.decode(bytes.subarray(0, binaryMagic.length))
  return head === binaryMagic ? undefined : decoder.decode(bytes)
}

/**
 * Indents a text FBX by its brace depth, because three.js relies on the indentation to find closing
 * braces. A binary FBX stays unchanged.
 */
export function withIndents(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const text = getText(bytes)
  if (text === undefined) return bytes
  let depth = 0
  const lines = text.split('\n').map((line) => {
    const trimmed = line.trim()
    if (trimmed.startsWith('}')) depth = Math.max(0, depth - 1)
    // Lines that continue a list of numbers stay unindented.
    const goesOn = depth > 0 && /^[^\s\w}"]|^\d/.test(line)
    const placed = goesOn || trimmed === '' ? line : '\t'.repeat(depth) + trimmed
    if (trimmed.endsWith('{') && !trimmed.startsWith(';')) depth++
    return placed
  })
  return new TextEncoder().encode(lines.join('\n'))
}

/** Returns the version that an FBX states, such as 7400; undefined if there is none. */
export function fbxVersion(bytes: Uint8Array): number | undefined {
  const head = decoder.decode(bytes.subarray(0, 4096))
  if (head.startsWith(binaryMagic)) {
    return bytes.byteLength < 27
      ? undefined
      : new DataView(bytes.buffer, bytes.byteOffset).getUint32(23, true)
  }
  const stated = /FBXVersion:\s*(\d{4,5})/.exec(head)?.[1]
  return stated === undefined ? undefined : Number(stated)
}
