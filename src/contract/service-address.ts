import * as z from 'zod/mini'

/** Name that a person gives to an MCP server or a web API. */
export const serviceNameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a name.'),
    z.maxLength(60, 'A name has at most 60 characters.'),
  )

/** Address of a service that this server calls, without a user name or password. */
export const serviceAddressSchema = z
  .url({ protocol: /^https?$/, error: 'Enter an http:// or https:// address.' })
  .check(
    z.maxLength(500, 'An address has at most 500 characters.'),
    z.refine((address) => !/^https?:\/\/[^/]*@/.test(address), {
      error: 'Enter the address without a name or password.',
    }),
  )
