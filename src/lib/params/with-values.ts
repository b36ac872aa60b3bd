import { isRecord } from '#lib/fields.ts'

export function withValues(
  params: Record<string, unknown>,
  values: ReadonlyMap<string, unknown>,
): Record<string, unknown> {
  const replaceAt = (value: unknown, path: string): unknown => {
    if (values.has(path)) return values.get(path)
    if (Array.isArray(value)) return value.map((item, at) => replaceAt(item, `${path}/${at}`))
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, replaceAt(part, `${path}/${name}`)]),
    )
  }
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, replaceAt(value, name)]),
  )
}
