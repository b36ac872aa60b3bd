import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const version = 'v2'
const sealedPattern = /^(v[12])\.([\w-]+)$/

/**
 * Returns the additional authenticated data: the place of the text and, except for the first
 * version, the version.
 */
const boundTo = (form: string, place: string): Buffer =>
  Buffer.from(form === 'v1' ? place : `${form}\n${place}`)

export type Seal = {
  /**
   * Encrypts bytes.
   * @param place where the text is stored. It cannot be decrypted for another place.
   */
  close: (plain: Uint8Array, place: string) => string
  /**
   * Decrypts text. Returns `undefined` if the text was changed, moved, or encrypted with another
   * secret.
   */
  open: (sealed: string, place: string) => Buffer | undefined
}

/**
 * Creates AES-256-GCM encryption with a key derived from the server's secret by HKDF.
 * @param label distinguishes this key from others that are derived from the same secret.
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
        // OpenSSL reports only that the tag does not match.
        return undefined
      }
    },
  }
}
