import { sharedCache } from './offline-names.ts'

/**
 * Returns the files that another app has shared with the installed app, and deletes the stored
 * files.
 */
export async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(sharedCache))) return []
  const shared = await caches.open(sharedCache)
  const files: File[] = []
  for (const request of await shared.keys()) {
    const response = await shared.match(request)
    if (!response) continue
    const name = decodeURIComponent(response.headers.get('x-file-name') ?? '')
    const blob = await response.blob()
    files.push(new File([blob], name || 'Shared file', { type: blob.type }))
  }
  await caches.delete(sharedCache)
  return files
}
