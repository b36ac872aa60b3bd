import { createHash, createHmac } from 'node:crypto'

type SignedCall = {
  secretId: string
  secretKey: string
  host: string
  service: string
  contentType: string
  body: string
  /**
   * Unix time in seconds. Tencent refuses a difference of more than five minutes from its own
   * clock.
   */
  timestamp: number
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

const signedHeaders = 'content-type;host'

/**
 * Creates the `Authorization` header for a Tencent Cloud request with the method `TC3-HMAC-SHA256`.
 */
export function signTencent(call: SignedCall): string {
  const { secretId, secretKey, host, service, contentType, body, timestamp } = call
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const headers = [`content-type:${contentType}`, `host:${host}`]
  const request = ['POST', '/', '', ...headers, '', signedHeaders, sha256(body)].join('\n')
  const text = ['TC3-HMAC-SHA256', timestamp, scope, sha256(request)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request')
  const signature = hmac(key, text).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}
