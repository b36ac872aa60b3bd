import type { ForeignFile } from './foreign-conversation.ts'

const head = /^data:([\w.+-]+\/[\w.+*-]+)?((?:;[^,;]*)*),/i

/** Returns the bytes in a data URL, or undefined for other URLs. */
export function readDataUrl(url: string): { mimeType: string; bytes: Uint8Array } | undefined {
  // Search only the start, because searching all of a long URL would be slow.
  const found = head.exec(url.slice(0, 300))
  if (!found) return undefined
  const [whole, mimeType = 'text/plain', options = ''] = found
  const data = url.slice(whole.length)
  if (/;base64/i.test(options)) return { mimeType, bytes: Buffer.from(data, 'base64') }
  try {
    return { mimeType, bytes: Buffer.from(decodeURIComponent(data)) }
  } catch {
    return { mimeType, bytes: Buffer.from(data) }
  }
}

/** Returns the file at a URL: its bytes, or the names by which an archive may contain it. */
export function fileAt(
  url: string,
  { name = '', mimeType }: { name?: string; mimeType?: string | undefined },
): ForeignFile {
  const read = url.startsWith('data:') ? readDataUrl(url) : undefined
  if (read) {
    const kind = read.mimeType.split('/')[0]
    return { name: name || (kind === 'image' ? 'picture' : 'file'), ids: [], ...read }
  }
  const [path = ''] = url.split(/[?#]/)
  const steps = path.split('/').filter((step) => step !== '' && step !== 'content')
  const last = steps.at(-1) ?? ''
  return {
    name: name || last || 'file',
    ids: [url, last, name].filter(Boolean),
    mimeType,
  }
}
