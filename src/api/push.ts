import { pushStateSchema, type PushState, type PushSubscriptionBody } from '#contract/push.ts'
import { requestJson, requestNothing } from './http/http.ts'

export const readPushState = (): Promise<PushState> => requestJson(pushStateSchema, '/api/push')

export const putPushSubscription = (body: PushSubscriptionBody): Promise<void> =>
  requestNothing('/api/push/subscription', { method: 'PUT', body })

export const deletePushSubscription = (): Promise<void> =>
  requestNothing('/api/push/subscription', { method: 'DELETE' })
