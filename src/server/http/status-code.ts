import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Returns the status of another server with the type that Hono requires. */
export const toStatusCode = (status: number): ContentfulStatusCode => status as ContentfulStatusCode
