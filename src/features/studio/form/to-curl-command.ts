import { withoutBase } from '#lib/base-path.ts'

/**
 * Returns a shell command that starts the same task through the HTTP API. Pictures on this server
 * get absolute addresses, and the API key is a shell variable.
 */
export function toCurlCommand(origin: string, modelId: string, params: unknown): string {
  const body = JSON.stringify(
    { model: modelId, input: [{ params: withOrigin(params, origin) }] },
    null,
    2,
  )
  return [
    `curl ${quote(`${origin}/model/v1/generation`)} \\`,
    '  -H "Authorization: Bearer $BOZZETTO_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quote(body)}`,
  ].join('\n')
}

/** In single quotes, a shell takes every character literally except the single quote. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const isStoredPicture = (url: string): boolean => withoutBase(url).startsWith('/api/files/')

function withOrigin(value: unknown, origin: string): unknown {
  if (typeof value === 'string') return isStoredPicture(value) ? origin + value : value
  if (Array.isArray(value)) return value.map((item) => withOrigin(item, origin))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withOrigin(part, origin)]),
  )
}
