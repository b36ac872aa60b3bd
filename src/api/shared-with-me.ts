import { sharedWithMeSchema, type SharedWithMe } from '#contract/sharing/shared-with-me.ts'
import { requestJson } from './http/http.ts'

/** Returns the chats and models that other people share with the signed-in person. */
export const listShared = (signal?: AbortSignal): Promise<SharedWithMe> =>
  requestJson(sharedWithMeSchema, '/api/shared', { signal })
