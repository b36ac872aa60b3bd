import {
  grantListSchema,
  grantSchema,
  type Grant,
  type GrantList,
  type SetGrant,
} from '#contract/grants.ts'
import { requestJson, requestNothing } from './http/http.ts'

export type SharedResource = { kind: 'conversations' | 'assets'; id: string }

const getAddress = ({ kind, id }: SharedResource) => `/api/${kind}/${encodeURIComponent(id)}/access`

export const listGrants = (thing: SharedResource, signal?: AbortSignal): Promise<GrantList> =>
  requestJson(grantListSchema, getAddress(thing), { signal })

export const setGrant = (thing: SharedResource, body: SetGrant): Promise<Grant> =>
  requestJson(grantSchema, getAddress(thing), { method: 'PUT', body })

export const removeGrant = (thing: SharedResource, id: string): Promise<void> =>
  requestNothing(`${getAddress(thing)}/${encodeURIComponent(id)}`, { method: 'DELETE' })
