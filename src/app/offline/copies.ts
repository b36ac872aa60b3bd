import { copiesCache, modelsCache, storedAtHeader } from '#lib/browser/offline-names.ts'

/** Largest number of stored responses, besides model files. */
const copiesMax = 400
/** Largest number of stored model files. */
const modelsMax = 20
/** Larger responses are not stored, except model files. */
const copyBytesMax = 4 * 1024 * 1024
/** Larger model files are not stored. */
const modelBytesMax = 100 * 1024 * 1024

const isModel = (response: Response) =>
  response.headers.get('content-type')?.startsWith('model/') === true

/** Stores a response of the server, if the person wants copies. Deletes the oldest copy if needed. */
export async function storeCopy(request: Request, response: Response): Promise<void> {
  if (!(await caches.has(copiesCache))) return response.body?.cancel()
  const isOfModel = isModel(response)
  const bytes = await response.arrayBuffer()
  if (bytes.byteLength > (isOfModel ? modelBytesMax : copyBytesMax)) return
  const headers = new Headers(response.headers)
  headers.set(storedAtHeader, String(Date.now()))
  const copies = await caches.open(isOfModel ? modelsCache : copiesCache)
  // A stored entry keeps its place in the order, so it is deleted first.
  await copies.delete(request.url)
  await copies.put(request.url, new Response(bytes, { headers }))
  const stored = await copies.keys()
  const surplus = stored.length - (isOfModel ? modelsMax : copiesMax)
  for (const oldest of stored.slice(0, Math.max(0, surplus))) await copies.delete(oldest)
}

/** Returns the stored copy of the response to this request, and when it was stored. */
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

/** Deletes all copies, because nobody is signed in any more. New ones are stored after a sign-in. */
export async function dropCopies(): Promise<void> {
  await caches.delete(modelsCache)
  if (await caches.delete(copiesCache)) await caches.open(copiesCache)
}
