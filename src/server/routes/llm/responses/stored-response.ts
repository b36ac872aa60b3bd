import type { Context } from 'hono'
import type { ApiClientEnv } from '../../../access/keys/api-keys.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { ResponseStore } from './response-store.ts'

export const readStoredResponse =
  (store: ResponseStore) =>
  (c: Context<ApiClientEnv>): Response => {
    const stored = store.read(c.get('apiClient').issuer, idIn(c))
    if (c.req.query('stream') === 'true') {
      throw new HttpError(
        'bad_request',
        'stream: stored responses cannot be streamed. Leave it out.',
        {
          issues: [{ path: 'stream', message: 'cannot be true' }],
        },
      )
    }
    return c.body(stored, 200, { 'Content-Type': 'application/json' })
  }

export const deleteStoredResponse =
  (store: ResponseStore) =>
  (c: Context<ApiClientEnv>): Response => {
    const id = idIn(c)
    store.remove(c.get('apiClient').issuer, id)
    return c.json({ id, object: 'response', deleted: true })
  }

const idIn = (c: Context): string => c.req.param('id') ?? ''
