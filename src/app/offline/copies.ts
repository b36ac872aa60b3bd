import { copiesCache, modelsCache, storedAtHeader } from '#lib/browser/offline-names.ts'

const copiesMax = 400
const modelsMax = 20
const copyBytesMax = 4 * 1024 * 1024
const modelBytesMax = 100 * 1024 * 1024

const isModel = (response: Response) =>
  response.headers.get('content-type')?.startsWith('model/') === true

let deletions = 0

/**
 * Stores a response of the server, if the person has turned copies on. Deletes the oldest copy if
 * there are too many.
 */
export async function storeCopy(request: Request, response: Response): Promise<void> {
  if (!(await caches.has(copiesCache))) return response.body?.cancel()
  const isOfModel = isModel(response)
  const deletionsBefore = deletions
  const bytes = await response.arrayBuffer()
  // During the download, the person may have signed out or turned copies off.
  if (deletions !== deletionsBefore || !(await caches.has(copiesCache))) return
  if (bytes.byteLength > (isOfModel ? modelBytesMax : copyBytesMax)) return
  const headers = new Headers(response.headers)
  headers.set(storedAtHeader, String(Date.now()))
  const copies = await caches.open(isOfModel ? modelsCache : copiesCache)
  // A replaced entry would keep its old position in the cache, so delete the entry before storing
  // it again.
  await copies.delete(request.url)
  await copies.put(request.url, new Response(bytes, { headers }))
  const stored = await copies.keys()
  const surplus = stored.length - (isOfModel ? modelsMax : copiesMax)
  for (const oldest of stored.slice(0, Math.max(0, surplus))) await copies.delete(oldest)
}

/** Returns the stored response to a request, and the time at which it was stored. */
export async function findCopy(
  request: Request,
): Promise<{ response: Response; storedAtMs: number } | undefined> {
  for (const name of [copiesCache, modelsCache]) {
    const response =
      (await caches.has(name)) && (await (await caches.open(name)).match(request.url))
    if (response) return { response, storedAtMs: Number(response.headers.get(storedAtHeader)) }
  }
  return undefined
}

/** Deletes all copies after a sign-out. The app stores new copies after the next sign-in. */
export async function dropCopies(): Promise<void> {
  deletions++
  await caches.delete(modelsCache)
  if (await caches.delete(copiesCache)) await caches.open(copiesCache)
}
