import * as z from 'zod/mini'

export const headersMax = 10

const reservedHeader =
  /^(?:host|connection|content-.*|transfer-encoding|accept|accept-encoding|mcp-.*|cookie|user-agent|x-request-id|te|upgrade|expect)$/i

/**
 * HTTP headers, or environment variables of a command, by name. An empty value removes a stored
 * header or variable.
 */
export const headersSchema = z
  .record(
    z.string(),
    z
      .string()
      .check(
        z.trim(),
        z.regex(/^[\x20-\x7e]{0,4000}$/, 'A header’s value has only ASCII characters.'),
      ),
  )
  .check(
    z.refine((all) => Object.keys(all).every((name) => /^[A-Za-z_][\w-]{0,63}$/.test(name)), {
      error: 'A header’s name begins with a letter, and has only letters, digits, - and _.',
    }),
    z.refine((all) => !Object.keys(all).some((name) => reservedHeader.test(name)), {
      error:
        'Bozzetto sets Host, Cookie, Accept, User-Agent, Content-… and the like itself. Use other headers.',
    }),
    z.refine((all) => new Set(Object.keys(all).map(lowerCase)).size === Object.keys(all).length, {
      error: 'Each header can be set once.',
    }),
    z.refine((all) => Object.keys(all).length <= headersMax, {
      error: `At most ${headersMax} headers can be sent.`,
    }),
  )

const lowerCase = (name: string): string => name.toLowerCase()
