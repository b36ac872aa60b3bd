import {
  grantListSchema,
  grantSchema,
  type Grant,
  type GrantList,
  type SetGrant,
} from '#contract/grants.ts'
import { requestJson, requestNothing } from './http/http.ts'

/** A chat or model that can be shared with people and teams. */
export type GrantedThing = { kind: 'conversations' | 'assets'; id: string }

const addressOf = ({ kind, id }: GrantedThing) => `/api/${kind}/${encodeURIComponent(id)}/access`

export const listGrants = (thing: GrantedThing, signal?: AbortSignal): Promise<GrantList> =>
  requestJson(grantListSchema, addressOf(thing), { signal })

export const setGrant = (thing: GrantedThing, body: SetGrant): Promise<Grant> =>
  requestJson(grantSchema, addressOf(thing), { method: 'PUT', body })

export const removeGrant = (thing: GrantedThing, id: string): Promise<void> =>
  requestNothing(`${addressOf(thing)}/${encodeURIComponent(id)}`, { method: 'DELETE' })
