import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A year, about the longest that browsers keep a cookie. */
export const deviceLifetimeSeconds = 365 * 24 * 60 * 60

const pattern = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/

/**
 * Cookies `id.endsAt.signature` of browsers that have signed in before. They grant no access; they
 * only give a browser its own limit of wrong guesses, which strangers cannot use up.
 */
export type DeviceCookies = {
  make: () => string
  /** @returns the id of the browser; `undefined` for an invalid or expired cookie. */
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
