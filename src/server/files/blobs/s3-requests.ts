import { AwsClient } from 'aws4fetch'
import { unescapeHtml } from '#lib/unescape-html.ts'
import { BucketUnreachableError } from './bucket-unreachable.ts'

/** Time limit of the first byte of a response, in milliseconds. */
const answerTimeoutMs = 30_000
const retriesMax = 3
const faultLengthMax = 300

export type S3Settings = {
  /** URL without a path: `https://s3.example.com`. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** URL of the bucket for browsers, without a path. Absent if browsers cannot reach it. */
  publicEndpoint?: string | undefined
}

export const createS3Client = ({ accessKeyId, secretAccessKey, region }: S3Settings): AwsClient =>
  new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: retriesMax })

/**
 * Sends a signed request. @throws {BucketUnreachableError} if the bucket is unreachable or refuses.
 */
export type Ask = (
  address: string,
  options?: RequestInit & {
    timeoutMs?: number
    isFine?: readonly number[]
  },
) => Promise<Response>

const getRemedy = (status: number): string => {
  if (status >= 300 && status < 400) {
    return 'It redirects to another address. Check S3_ENDPOINT and S3_REGION.'
  }
  // Includes the status 400, with which some implementations respond to a wrong region.
  if (status === 400 || status === 401 || status === 403) {
    return 'Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.'
  }
  return status === 404 ? 'Check S3_ENDPOINT and S3_BUCKET.' : 'Try again later.'
}

export const createAsk =
  (client: AwsClient): Ask =>
  async (address, { timeoutMs = answerTimeoutMs, isFine = [], signal, ...init } = {}) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs)
    try {
      // Redirects are not followed, because a redirect would send the file to another server.
      const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
      const sent: RequestInit = { ...init, redirect: 'manual', signal: either }
      const answer = await client.fetch(address, sent)
      if (answer.ok || isFine.includes(answer.status)) return answer
      const said = (await answer.text()).slice(0, faultLengthMax)
      const sentence = `The bucket answered ${answer.status}. ${getRemedy(answer.status)}`
      const mayPass = answer.status >= 500 || answer.status === 429
      throw new BucketUnreachableError(`${sentence} ${said}`.trim(), { mayPass })
    } catch (error) {
      if (error instanceof BucketUnreachableError) throw error
      throw new BucketUnreachableError(
        'The bucket cannot be reached. Check S3_ENDPOINT and the S3 server.',
        { cause: error, mayPass: true },
      )
    } finally {
      clearTimeout(timer)
    }
  }

export function inTag(xml: string, tag: string): string | undefined {
  const [, text] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml) ?? []
  return text === undefined ? undefined : unescapeHtml(text)
}
