declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Params = {
    version: 'aes128gcm'
    /** The sender's key pair. */
    privateKey: ECDH
    /** The receiver's public key, in base64url. */
    dh: string
    /** In base64url. */
    authSecret: string
  }
  const ece: { encrypt: (plain: Buffer, params: Params) => Buffer }
  export default ece
}
