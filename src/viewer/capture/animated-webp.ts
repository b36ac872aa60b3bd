const pictureChunks = new Set(['ALPH', 'VP8 ', 'VP8L'])
const animationFlags = 0x12
const replaceFlag = 0x02

type AnimationOptions = { widthPx: number; heightPx: number; frameMs: number }

/**
 * Joins still WebP pictures of the same size into an endless animation
 * (https://developers.google.com/speed/webp/docs/riff_container).
 */
export function joinWebpFrames(
  frames: readonly Uint8Array[],
  { widthPx, heightPx, frameMs }: AnimationOptions,
): Blob {
  const size = [...toBytes(widthPx - 1, 3), ...toBytes(heightPx - 1, 3)]
  const place = [0, 0, 0, 0, 0, 0]
  const header = [...place, ...size, ...toBytes(frameMs, 3), replaceFlag]
  const body = [
    ...toChunk('VP8X', [Uint8Array.from([animationFlags, 0, 0, 0, ...size])]),
    ...toChunk('ANIM', [Uint8Array.from([0, 0, 0, 0, 0, 0])]),
    ...frames.flatMap((frame) =>
      toChunk('ANMF', [Uint8Array.from(header), ...listPictureChunks(frame)]),
    ),
  ]
  const bytes = body.reduce((sum, part) => sum + part.byteLength, 4)
  const start = Uint8Array.from([...toText('RIFF'), ...toBytes(bytes, 4), ...toText('WEBP')])
  return new Blob([start, ...body], { type: 'image/webp' })
}

type Bytes = Uint8Array<ArrayBuffer>

function listPictureChunks(webp: Uint8Array): Bytes[] {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength)
  const chunks: Bytes[] = []
  // WebP chunks begin after `RIFF`, the size and `WEBP`, and have an even length.
  for (let at = 12; at + 8 <= webp.byteLength;) {
    const name = String.fromCharCode(...webp.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (pictureChunks.has(name)) chunks.push(webp.slice(at, end))
    at = end
  }
  return chunks
}

function toChunk(name: string, parts: readonly Bytes[]): Bytes[] {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0)
  const padding = new Uint8Array(length % 2)
  return [Uint8Array.from([...toText(name), ...toBytes(length, 4)]), ...parts, padding]
}

const toText = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))

const toBytes = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** at) % 256)
