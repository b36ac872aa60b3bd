import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs addresses that work without a key until they expire. */
export type Signer = {
  sign: (address: SignedAddress) => string
  /** Returns whether the signature matches all of the address and has not expired. */
  isValid: (address: SignedAddress, signature: string) => boolean
}

export type SignedAddress = {
  name: string
  /** Expiry, in seconds since 1970. */
  expires: number
  /** The API key that requested the address. The address becomes invalid when the key does. */
  issuer: string
}

/**
 * Creates a signer with HMAC-SHA256 and the server's secret.
 * @param now returns milliseconds since 1970; tests replace it.
 */
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
