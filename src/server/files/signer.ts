import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs addresses that work without a key until they expire. */
export type Signer = {
  /** @param expires seconds since 1970 after which the signature is worth nothing. */
  sign: (name: string, expires: number) => string
  /** Whether the signature is ours, for this name and this time, and the time has not come yet. */
  isValid: (name: string, expires: number, signature: string) => boolean
}

/** HMAC-SHA256 with the server's secret. @param now milliseconds since 1970, for tests. */
export function createSigner(secret: string, now: () => number = Date.now): Signer {
  const sign = (name: string, expires: number): string =>
    createHmac('sha256', secret).update(`address\n${name}\n${expires}`).digest('base64url')
  return {
    sign,
    isValid: (name, expires, signature) => {
      const right = Buffer.from(sign(name, expires))
      const given = Buffer.from(signature)
      return (
        Number.isSafeInteger(expires) &&
        expires * 1000 > now() &&
        given.length === right.length &&
        timingSafeEqual(given, right)
      )
    },
  }
}
