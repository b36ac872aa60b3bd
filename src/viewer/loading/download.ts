import { ModelDownloadError } from '#model-files/errors.ts'
import { glbHeaderBytes } from '#lib/gltf/glb.ts'
import { readModelLength } from '#model-files/glb/glb-header.ts'
import { t } from '#languages/viewer.ts'

/** A download of a GLB, which may start before the viewer needs the file. */
export type BytesDownload = {
  /**
   * The whole file. Rejects with `BrokenModelError` if the first bytes are not those of a GLB, with
   * `ModelDownloadError` if the download fails, and with a `DOMException` named `AbortError` after
   * `cancel`.
   */
  bytes: Promise<Uint8Array<ArrayBuffer>>
  cancel: () => void
  /**
   * Calls `onProgress` with the downloaded fraction at once and for every chunk. A second call
   * replaces the first callback.
   */
  watch: (onProgress: (fraction: number) => void) => void
}

type DownloadOptions = {
  idleMs?: number
  maxBytes?: number
  isAnyKind?: boolean
}

/**
 * Starts to download a GLB, or any file with `isAnyKind`. Limits the file size and the time without
 * data.
 */
export function downloadModel(
  url: string,
  { idleMs = 30_000, maxBytes = 512 * 2 ** 20, isAnyKind = false }: DownloadOptions = {},
): BytesDownload {
  const abort = new AbortController()
  let fraction = 0
  let tell: ((fraction: number) => void) | undefined
  const bytes = receive(url, {
    abort,
    idleMs,
    maxBytes,
    isAnyKind,
    onProgress: (now) => {
      fraction = now
      tell?.(now)
    },
  })
  // Prevents an unhandled rejection while nothing awaits the download.
  bytes.catch(() => undefined)
  return {
    bytes,
    cancel: () => abort.abort(),
    watch: (onProgress) => {
      tell = onProgress
      onProgress(fraction)
    },
  }
}

type Receiving = Required<DownloadOptions> & {
  abort: AbortController
  onProgress: (fraction: number) => void
}

async function receive(
  url: string,
  { abort, idleMs, maxBytes, isAnyKind, onProgress }: Receiving,
): Promise<Uint8Array<ArrayBuffer>> {
  const giveUp = () =>
    abort.abort(
      new ModelDownloadError(
        t('The download stalled: no data for {idleMs} seconds.', { idleMs: idleMs / 1000 }),
      ),
    )
  let timer = setTimeout(giveUp, idleMs)
  try {
    const response = await fetch(url, { signal: abort.signal })
    if (!response.ok) {
      throw new ModelDownloadError(
        t('The server responded with status {status} instead of the model.', {
          status: response.status,
        }),
      )
    }
    const body = new GrowingBytes(expectedLength(response), maxBytes)
    let total = isAnyKind ? expectedLength(response) : 0
    for await (const piece of getPieces(response)) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, idleMs)
      body.push(piece)
      if (!isAnyKind && total === 0 && body.length >= glbHeaderBytes)
        total = readModelLength(body.bytes())
      if (total > 0) onProgress(Math.min(1, body.length / total))
    }
    return body.bytes()
  } catch (error) {
    abort.abort()
    if (error instanceof TypeError) {
      throw new ModelDownloadError(t('The model could not be fetched: the connection failed.'), {
        cause: error,
      })
    }
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function* getPieces(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  if (!reader) return
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}

/**
 * Returns the file's length in bytes, or 0 if the length is unknown. A compressed response does not
 * state the file's length.
 */
function expectedLength(response: Response): number {
  if (response.headers.has('content-encoding')) return 0
  const length = Number(response.headers.get('content-length'))
  return Number.isSafeInteger(length) && length > 0 ? length : 0
}

/** Collects chunks in one buffer, which is never copied if the length is known. */
class GrowingBytes {
  #buffer: Uint8Array<ArrayBuffer>
  readonly #maxBytes: number
  length = 0

  constructor(expectedBytes: number, maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#check(expectedBytes)
    this.#buffer = new Uint8Array(expectedBytes || 2 ** 18)
  }

  push(piece: Uint8Array): void {
    const length = this.length + piece.byteLength
    this.#check(length)
    if (length > this.#buffer.byteLength) {
      const grown = new Uint8Array(Math.min(this.#maxBytes, Math.max(length, this.length * 2)))
      grown.set(this.#buffer.subarray(0, this.length))
      this.#buffer = grown
    }
    this.#buffer.set(piece, this.length)
    this.length = length
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.length)
  }

  #check(length: number): void {
    if (length > this.#maxBytes) {
      const limit = Math.round(this.#maxBytes / 2 ** 20)
      throw new ModelDownloadError(
        t('The model is larger than {limit} MB and was not downloaded.', { limit }),
      )
    }
  }
}
