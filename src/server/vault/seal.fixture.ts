import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts like the first version of the server, because databases still contain such texts. */
export function sealAsFirst(
  { secret, label }: { secret: string; label: string },
  plain: Uint8Array,
  place: string,
): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `bozzetto\n${label}`, 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const parts = [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]
  return `v1.${Buffer.concat(parts).toString('base64url')}`
}
