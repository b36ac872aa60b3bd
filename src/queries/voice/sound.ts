const mp3 = 'audio/mpeg'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Returns an address for one audio element.
 * @param fail called if the rest of the sound does not arrive.
 */
export type Sound = (fail: (error: unknown) => void) => string

/**
 * Reads a sound. An MP3 file can be played from its first bytes, other formats once they are
 * complete.
 * @param body is read to its end, even if the sound is never played.
 */
export async function readSound(body: ReadableStream<Bytes>): Promise<Sound> {
  const unlimited = new CountQueuingStrategy({ highWaterMark: Infinity })
  const reader = body.pipeThrough(new TransformStream<Bytes, Bytes>({}, {}, unlimited)).getReader()
  const readNext = async () => (await reader.read()).value
  const first = await readNext()
  if (first && isMp3(first) && canStream()) return (fail) => openStream(first, readNext, fail)
  const chunks: Bytes[] = []
  for (let chunk = first; chunk; chunk = await readNext()) chunks.push(chunk)
  return () => URL.createObjectURL(new Blob(chunks, { type: mp3 }))
}

/** Returns whether the bytes begin with an ID3 tag or a frame. Services send wrong content types. */
const isMp3 = ([first, second = 0, third]: Bytes): boolean =>
  first === 0xff ? second >= 0xe0 : first === 0x49 && second === 0x44 && third === 0x33

/** iPhones have no `MediaSource`, and Firefox cannot stream MP3 files. */
const canStream = () => typeof MediaSource === 'function' && MediaSource.isTypeSupported(mp3)

function openStream(
  first: Bytes,
  readNext: () => Promise<Bytes | undefined>,
  fail: (error: unknown) => void,
): string {
  const source = new MediaSource()
  const fill = async () => {
    const buffer = source.addSourceBuffer(mp3)
    for (let chunk: Bytes | undefined = first; chunk; chunk = await readNext()) {
      const added = new Promise((resolve) => {
        buffer.addEventListener('updateend', resolve, { once: true })
      })
      buffer.appendBuffer(chunk)
      await added
    }
    source.endOfStream()
  }
  source.addEventListener('sourceopen', () => void fill().catch(fail), { once: true })
  return URL.createObjectURL(source)
}
