import type { ReferenceOperation } from '#api/reference.ts'
import { asRecord } from '#lib/fields.ts'

type CurlOptions = {
  origin: string
  path: string
  method: string
  operation: ReferenceOperation
}

/** Returns a curl command for an API operation, with a placeholder for the API key. */
export function formatCurl({ origin, path, method, operation }: CurlOptions): string {
  const lines = [
    `curl ${method === 'get' || method === 'post' ? '' : `-X ${method.toUpperCase()} `}${origin}${path}`,
  ]
  if (operation.security?.length !== 0) lines.push('-H "Authorization: Bearer $BOZZETTO_KEY"')
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (type === 'multipart/form-data') {
    const fields = Object.entries(asRecord(content?.example ?? { file: '@picture.png' }))
    lines.push(...fields.map(([name, value]) => `-F "${name}=${String(value)}"`))
  } else if (type !== undefined) {
    lines.push(`-H "Content-Type: ${type}"`)
    const body = JSON.stringify(content?.example ?? {}, undefined, 2)
    lines.push(`-d '${body.replaceAll("'", String.raw`'\''`)}'`)
  } else if (method === 'post') lines.push('-d ""')
  return lines.join(' \\\n  ')
}
