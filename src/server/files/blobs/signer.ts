import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs URLs that work without an API key until they expire. */
export type Signer = {
  sign: (address: SignedAddress) => string
  isValid: (address: SignedAddress, signature: string) => boolean
}

export type SignedAddress = {
  name: string
  /** Time of expiry as Unix time in seconds. */
  expires: number
  /** API key that requested the URL. The URL becomes invalid together with the key. */
  issuer: string
}

/**
 * Creates a signer with HMAC-SHA256 and the server's secret.
 * @param now returns Unix time in milliseconds. Tests replace it.
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
