/**
 * How the service worker answers a request:
 * - `asset`: a file of the build. Its name contains a hash, so the cached file is used first.
 * - `page`: the server's page, or the stored page if the server does not answer.
 * - `copy`: the server's response, or the stored copy if the server cannot be reached.
 * - `shared`: files or text that another app shares with this one.
 * - `network`: the browser handles it without the service worker.
 */
export type Handling = 'asset' | 'page' | 'copy' | 'shared' | 'network'

/** Path to which the system posts what a person shares with the installed app. */
export const sharePath = '/share-target'

const readable =
  /^\/api\/(?:session|models|tasks|connections|conversations|folders|prompts|assets|files)(?:\/|$)/
/** Matches API routes that are never stored, such as streams and downloads. */
const notCopied = /\/(?:events|export|download|found|access|share)(?:\/|$)/
/**
 * Matches paths that never show the stored page: pages that work without signing in, and addresses
 * that are not pages.
 */
const notThePage = /^\/(?:share|invitation|reset|preview|api|llm|model|mcp)(?:\/|$)/

type AskedRequest = Pick<Request, 'method' | 'mode' | 'url' | 'headers'>

/**
 * Returns how the service worker answers a request.
 * @param scope URL of the folder that the service worker controls, with a trailing slash.
 */
export function chooseHandling(request: AskedRequest, scope: string): Handling {
  if (!request.url.startsWith(scope)) return 'network'
  const path = new URL(request.url).pathname.slice(new URL(scope).pathname.length - 1)
  if (request.method === 'POST' && path === sharePath) return 'shared'
  if (request.method !== 'GET' || request.headers.has('range')) return 'network'
  if (path.startsWith('/assets/') || path === '/icon.svg') return 'asset'
  if (path.startsWith('/samples/')) return 'copy'
  if (readable.test(path)) return notCopied.test(path) ? 'network' : 'copy'
  return request.mode === 'navigate' && !notThePage.test(path) ? 'page' : 'network'
}
