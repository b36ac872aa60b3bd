import type { LeftOut } from '#contract/chat/left-out.ts'

/**
 * Adds the header that lists omitted and changed params, such as `temperature,
 * reasoning_effort=low`. A stream has this header only if the service accepted the request before
 * the stream began.
 */
export function withLeftOut(response: Response, leftOut: readonly LeftOut[] = []): Response {
  if (leftOut.length === 0) return response
  const fields = leftOut.map(({ field, sent }) =>
    plain(sent === undefined ? field : `${field}=${sent}`),
  )
  response.headers.set('X-Bozzetto-Left-Out', fields.join(', '))
  return response
}

const plain = (text: string): string => text.replace(/[^\w.=-]/g, '').slice(0, 80)
