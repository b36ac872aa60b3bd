import type { LeftOut } from '#contract/chat/left-out.ts'

/**
 * Adds the header that names what the service was asked without: `temperature, reasoning_effort=low`, where a
 * value is what was sent instead. A stream has it only if the service accepted before the stream began.
 */
export function withLeftOut(response: Response, leftOut: readonly LeftOut[] = []): Response {
  if (leftOut.length === 0) return response
  const fields = leftOut.map(({ field, sent }) =>
    plain(sent === undefined ? field : `${field}=${sent}`),
  )
  response.headers.set('X-Bozzetto-Left-Out', fields.join(', '))
  return response
}

/** Callers may send any names of fields. */
const plain = (text: string): string => text.replace(/[^\w.=-]/g, '').slice(0, 80)
