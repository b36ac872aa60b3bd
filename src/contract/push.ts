import * as z from 'zod/mini'
import { idSchema } from './id.ts'

/** A notice that the server sends to a browser. `id` is the id of the chat or the 3D model. */
export const pushNoticeSchema = z.object({ kind: z.enum(['answer', 'model']), id: idSchema })
export type PushNotice = z.infer<typeof pushNoticeSchema>

const base64urlSchema = (lengthMax: number) =>
  z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(lengthMax))

/** Body of `PUT /api/push/subscription`: `toJSON()` of a browser's `PushSubscription`. */
export const pushSubscriptionBodySchema = z.object({
  endpoint: z.string().check(z.maxLength(2_000)),
  keys: z.object({ p256dh: base64urlSchema(100), auth: base64urlSchema(40) }),
})
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionBodySchema>

/** Response of `GET /api/push`. */
export const pushStateSchema = z.object({
  publicKey: z.string(),
  isOn: z.boolean(),
  /** True if an admin forbids offline copies, and so the service worker that shows notices. */
  isForbidden: z.boolean(),
})
export type PushState = z.infer<typeof pushStateSchema>
