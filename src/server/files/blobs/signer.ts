import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs addresses that work without a key until they expire. */
export type Signer = {
  sign: (address: SignedAddress) => string
  /** Whether the signature is ours, for all of this, and the time has not come yet. */
  isValid: (address: SignedAddress, signature: string) => boolean
}

export type SignedAddress = {
  name: string
  /** Seconds since 1970 after which the signature is worth nothing. */
  expires: number
  /** The key that the address was given to; without it the address is worth nothing either. */
  issuer: string
}

/** HMAC-SHA256 with the server's secret. @param now milliseconds since 1970, for tests. */
export function createSigner(secret: string, now: () => number = Date.now): Signer {
  const sign = ({ name, expires, issuer }: SignedAddress): string =>
    createHmac('sha256', secret)
      .update(`address\n${name}\n${expires}\n${issuer}`)
      .digest('base64url')
  return {
    sign,
    isValid: (address, signature) => {
      const { expires } = address
      const right = Buffer.from(sign(address))
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
