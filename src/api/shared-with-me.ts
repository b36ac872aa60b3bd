import { sharedWithMeSchema, type SharedWithMe } from '#contract/sharing/shared-with-me.ts'
import { requestJson } from './http/http.ts'

/** What others share with whoever is signed in. */
export const listShared = (signal?: AbortSignal): Promise<SharedWithMe> =>
  requestJson(sharedWithMeSchema, '/api/shared', { signal })
