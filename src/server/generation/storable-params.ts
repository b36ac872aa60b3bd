import { storable } from '../store/store.ts'

/** Params as `jsonb` can hold them: it takes neither U+0000 nor half a surrogate pair. */
export const storableParams = (params: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [storableText(name), storableValue(value)]),
  )

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (typeof value !== 'object' || value === null) return value
  return storableParams({ ...value })
}

const storableText = (text: string): string =>
  storable(text).replaceAll(/\p{Surrogate}/gu, '\uFFFD')
