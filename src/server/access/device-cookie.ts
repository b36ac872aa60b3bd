import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Lifetime of device cookies: one year, about the maximum that browsers allow. */
export const deviceLifetimeSeconds = 365 * 24 * 60 * 60

const pattern = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/

/**
 * Cookies `id.endsAt.signature` that mark browsers in which somebody has signed in before. A marked
 * browser has a separate limit of wrong guesses, which strangers cannot use up.
 */
export type DeviceCookies = {
  make: () => string
  read: (cookie: string | undefined) => string | undefined
}

export function createDeviceCookies(secret: string, clock: () => number = Date.now): DeviceCookies {
  const sign = (id: string, endsAt: string) =>
    createHmac('sha256', secret).update(`device\n${id}\n${endsAt}`).digest()
  return {
    make() {
      const id = randomBytes(16).toString('base64url')
      const endsAt = String(Math.floor(clock() / 1000) + deviceLifetimeSeconds)
      return `${id}.${endsAt}.${sign(id, endsAt).toString('base64url')}`
    },
    read(cookie) {
      const [, id, endsAt, signature] = pattern.exec(cookie ?? '') ?? []
      if (id === undefined || endsAt === undefined || signature === undefined) return undefined
      const isOurs = timingSafeEqual(sign(id, endsAt), Buffer.from(signature, 'base64url'))
      return isOurs && Number(endsAt) * 1000 > clock() ? id : undefined
    },
  }
}
