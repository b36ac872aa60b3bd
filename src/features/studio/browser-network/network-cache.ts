/**
 * Name of the store in the Cache API. Model files of hundreds of megabytes are too large for the
 * HTTP cache.
 */
const cacheName = 'image-to-3d-networks'
/** Milliseconds without a byte after which the download is aborted. */
const idleMs = 60_000

type NetworkFile = { url: string; bytes: number }

/**
 * Returns a model file, from this browser's cache if possible.
 * @param onBytes receives the number of loaded bytes.
 */
export async function readNetworkFile(
  { url, bytes }: NetworkFile,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array> {
  const key = `${url}?bytes=${bytes}`
  // Private windows may have no cache. The file is then downloaded each time.
  const store = await caches.open(cacheName).catch(() => undefined)
  const kept = await store?.match(key)
  if (kept) {
    onBytes(bytes)
    return new Uint8Array(await kept.arrayBuffer())
  }
  const data = await load({ url, bytes }, onBytes)
  await store
    ?.keys()
    .then((keys) =>
      Promise.all(
        keys.filter((one) => new URL(one.url).pathname === url).map((one) => store.delete(one)),
      ),
    )
  await store?.put(key, new Response(data)).catch((error: unknown) => {
    console.warn('This browser has no room for the network, and loads it again next time.', error)
  })
  return data
}

async function load({ url, bytes }: NetworkFile, onBytes: (bytes: number) => void) {
  const stop = new AbortController()
  let timer = setTimeout(() => stop.abort(), idleMs)
  try {
    const response = await fetch(url, { signal: stop.signal })
    if (!response.ok || !response.body)
      throw new Error(`The network did not load: ${response.status}.`)
    const data = new Uint8Array(bytes)
    let at = 0
    const reader = response.body.getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(), idleMs)
      data.set(piece.value, at)
      at += piece.value.length
      onBytes(at)
    }
    if (at !== bytes) throw new Error(`Of ${bytes} bytes of the network ${at} came.`)
    return data
  } finally {
    clearTimeout(timer)
  }
}
