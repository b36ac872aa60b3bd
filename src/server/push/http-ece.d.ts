declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Params = {
    version: 'aes128gcm'
    privateKey: ECDH
    dh: string
    authSecret: string
  }
  const ece: { encrypt: (plain: Buffer, params: Params) => Buffer }
  export default ece
}
