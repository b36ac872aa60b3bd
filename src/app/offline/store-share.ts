import { sharedCache } from '#lib/browser/offline-names.ts'

/** Names of the text fields in `public/app.webmanifest`. */
const textFields = ['title', 'text', 'url']
const filesMax = 20

/**
 * Stores content that another app shares, and redirects to the page that uses it: models open in
 * the viewer, pictures in the studio, text in the chat.
 */
export async function storeShare(request: Request): Promise<Response> {
  const form = await request.formData()
  const files = form
    .getAll('files')
    .filter((value) => value instanceof File)
    .slice(0, filesMax)
  const shared = await caches.open(sharedCache)
  for (const old of await shared.keys()) await shared.delete(old)
  for (const [at, file] of files.entries()) {
    const headers = {
      'content-type': file.type || 'application/octet-stream',
      'x-file-name': encodeURIComponent(file.name),
    }
    await shared.put(`./shared/${at}`, new Response(file, { headers }))
  }
  return Response.redirect(new URL(choosePlace(files, readText(form)), request.url).href, 303)
}

function choosePlace(files: readonly File[], text: string): string {
  if (files.length === 0) return `./chat?text=${encodeURIComponent(text)}`
  return files.some(({ type }) => type.startsWith('image/')) ? './?shared' : './view?shared'
}

function readText(form: FormData): string {
  const texts = textFields
    .map((field) => form.get(field))
    .filter((text) => typeof text === 'string')
  return texts
    .map((text) => text.trim())
    .filter(
      (text, at, all) => text !== '' && !all.some((other, i) => i < at && other.includes(text)),
    )
    .join('\n')
}
