const binaryMagic = 'Kaydara FBX Binary'
const decoder = new TextDecoder()

/** Of a binary one nothing. */
function textOf(bytes: Uint8Array): string | undefined {
  const head = decoder.decode(bytes.subarray(0, binaryMagic.length))
  return head === binaryMagic ? undefined : decoder.decode(bytes)
}

/**
 * A text FBX with each line as far from the left as it is deep in braces. three.js goes by that, and
 * takes a node whose closing brace stands elsewhere for one that never ends. A binary one stays as it is.
 */
export function withIndents(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const text = textOf(bytes)
  if (text === undefined) return bytes
  let depth = 0
  const lines = text.split('\n').map((line) => {
    const trimmed = line.trim()
    if (trimmed.startsWith('}')) depth = Math.max(0, depth - 1)
    // Numbers that go on from the line before stand at the left.
    const goesOn = depth > 0 && /^[^\s\w}"]|^\d/.test(line)
    const placed = goesOn || trimmed === '' ? line : '\t'.repeat(depth) + trimmed
    if (trimmed.endsWith('{') && !trimmed.startsWith(';')) depth++
    return placed
  })
  return new TextEncoder().encode(lines.join('\n'))
}

/** The version of an FBX, as 7400; nothing where it states none. */
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
