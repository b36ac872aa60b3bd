import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const version = 'v2'
const sealedPattern = /^(v[12])\.([\w-]+)$/

/** What a text is tied to. The first version only stands before it; what is sealed anew is tied to its version as well. */
const boundTo = (form: string, place: string): Buffer =>
  Buffer.from(form === 'v1' ? place : `${form}\n${place}`)

/** Hides what is stored from whoever has the rows but not the server's secret. */
export type Seal = {
  /** @param place where it is stored: elsewhere it does not open. */
  close: (plain: Uint8Array, place: string) => string
  /** `undefined` for what was changed, moved, or closed with another secret. */
  open: (sealed: string, place: string) => Buffer | undefined
}

/**
 * AES-256-GCM with a key that HKDF makes of the server's secret.
 *
 * @param label tells this key from others that are made of the same secret.
 */
export function createSeal(secret: string, label: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `bozzetto\n${label}`, keyBytes))
  return {
    close(plain, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(boundTo(version, place))
      const parts = [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]
      return `${version}.${Buffer.concat(parts).toString('base64url')}`
    },
    open(sealed, place) {
      const [, form = '', encoded = ''] = sealedPattern.exec(sealed) ?? []
      const bytes = Buffer.from(encoded, 'base64url')
      if (bytes.length < nonceBytes + tagBytes) return undefined
      const tag = bytes.subarray(-tagBytes)
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(boundTo(form, place)).setAuthTag(tag)
        const text = bytes.subarray(nonceBytes, -tagBytes)
        return Buffer.concat([decipher.update(text), decipher.final()])
      } catch {
        // OpenSSL says no more than that the tag does not fit.
        return undefined
      }
    },
  }
}
