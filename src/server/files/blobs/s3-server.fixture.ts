import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from './s3-requests.ts'

const account = {
  bucket: 'studio',
  region: 'eu-test-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
const skewMaxMs = 15 * 60_000
const pageKeys = 2

type Kept = { bytes: Buffer; modifiedMs: number }

/** A fake bucket on loopback, which accepts only requests with a valid AWS signature, version 4. */
export type S3Server = {
  settings: S3Settings
  objects: Map<string, Kept>
  requests: string[]
  beforeDeletion: () => Promise<void>
  beforePut: (response: ServerResponse) => Promise<void>
  agedMs: number
  busyFor: number
  isDeleted: boolean
  /** True to keep the time of an object that is copied onto itself, as Versity's gateway does. */
  keepsTimes: boolean
  close: () => Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const state: Omit<S3Server, 'settings' | 'close'> = {
    objects: new Map(),
    requests: [],
    beforeDeletion: () => Promise.resolve(),
    beforePut: () => Promise.resolve(),
    agedMs: 0,
    busyFor: 0,
    isDeleted: false,
    keepsTimes: false,
  }
  const server = createServer((request, response) => {
    void respond(request, response, fake).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fake: S3Server = Object.assign(state, {
    settings: { ...account, endpoint: `http://127.0.0.1:${port}` },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
  return fake
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  fake: S3Server,
): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  const { pathname, searchParams } = new URL(request.url ?? '/', fake.settings.endpoint)
  const fault = getFault(request, body)
  if (fault !== undefined) return end(response, 403, `<Error><Code>${fault}</Code></Error>`)
  if (fake.busyFor > 0) {
    fake.busyFor--
    return end(response, 503, '<Error><Code>SlowDown</Code></Error>')
  }
  fake.requests.push(`${request.method} ${pathname}`)
  const [, bucket, ...rest] = decodeURIComponent(pathname).split('/')
  const key = rest.join('/')
  if (bucket !== account.bucket || fake.isDeleted) {
    return end(response, 404, '<Error><Code>NoSuchBucket</Code></Error>')
  }
  if (key === '') return list(response, searchParams, fake)
  if (request.method === 'PUT') {
    await fake.beforePut(response)
    return put(response, { key, body, request, fake })
  }
  if (request.method === 'DELETE') {
    await fake.beforeDeletion()
    fake.objects.delete(key)
    return end(response, 204)
  }
  const type = searchParams.get('response-content-type')
  if (type !== null) response.setHeader('content-type', type)
  get(request, response, { kept: fake.objects.get(key), agedMs: fake.agedMs })
}

const end = (response: ServerResponse, status: number, text = ''): void =>
  void response.writeHead(status, { 'content-type': 'application/xml' }).end(text)

type Put = { key: string; body: Buffer; request: IncomingMessage; fake: S3Server }

function put(response: ServerResponse, { key, body, request, fake }: Put): void {
  const source = request.headers['x-amz-copy-source']
  if (source === undefined) {
    fake.objects.set(key, { bytes: body, modifiedMs: Date.now() })
    return end(response, 200)
  }
  const kept = fake.objects.get(String(source).replace(`/${account.bucket}/`, ''))
  if (!kept) return end(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
  // S3 refuses a copy of an object onto itself that changes nothing.
  if (request.headers['x-amz-metadata-directive'] !== 'REPLACE') return end(response, 400)
  fake.objects.set(key, { ...kept, modifiedMs: fake.keepsTimes ? kept.modifiedMs : Date.now() })
  end(response, 200, '<CopyObjectResult/>')
}

function get(
  request: IncomingMessage,
  response: ServerResponse,
  { kept, agedMs }: { kept: Kept | undefined; agedMs: number },
): void {
  if (!kept) return end(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const bytes =
    first === undefined ? kept.bytes : kept.bytes.subarray(Number(first), Number(last) + 1)
  response.writeHead(first === undefined ? 200 : 206, {
    'content-length': bytes.byteLength,
    'last-modified': new Date(kept.modifiedMs - agedMs).toUTCString(),
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/**
 * Lists two objects at a time. The token for the next page contains characters that have to be
 * escaped twice.
 */
function list(
  response: ServerResponse,
  query: URLSearchParams,
  { objects, agedMs }: S3Server,
): void {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? ''))
  const after = query.get('continuation-token')?.replace('<&+ ', '') ?? ''
  const left = keys.toSorted().filter((key) => key > after)
  const page = left.slice(0, pageKeys)
  const contents = page.map((key) => {
    const modified = new Date((objects.get(key)?.modifiedMs ?? 0) - agedMs).toISOString()
    return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>${objects.get(key)?.bytes.byteLength}</Size><ETag>&quot;x&quot;</ETag></Contents>`
  })
  const isCut = left.length > page.length
  const token = isCut
    ? `<NextContinuationToken>&lt;&amp;+ ${page.at(-1)}</NextContinuationToken>`
    : ''
  end(
    response,
    200,
    `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`,
  )
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
/** RFC 3986 requires more escaped characters than `encodeURIComponent` escapes. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function computeSignature({ headers }: IncomingMessage, query: URLSearchParams) {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const isInAddress = headers.authorization === undefined
  const told = (name: string) => query.get(`X-Amz-${name}`) ?? ''
  return {
    credential: credential ?? told('Credential'),
    signedHeaders: signedHeaders ?? told('SignedHeaders'),
    signature: signature ?? told('Signature'),
    at: isInAddress ? told('Date') : String(headers['x-amz-date']),
    content: isInAddress ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256']),
    lastsMs: isInAddress ? Number(told('Expires')) * 1000 : skewMaxMs,
  }
}

function getFault(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers } = request
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket')
  const signed = computeSignature(request, searchParams)
  const { credential, signedHeaders, signature, at, content, lastsMs } = signed
  const [keyId, day = '', region = '', service = '', kind] = credential.split('/')
  if (keyId !== account.accessKeyId || kind !== 'aws4_request') return 'InvalidAccessKeyId'
  if (region !== account.region || service !== 's3') return 'AuthorizationHeaderMalformed'
  const atMs = Date.parse(
    at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!(Math.abs(Date.now() - atMs) < lastsMs)) return 'RequestTimeTooSkewed'
  const names = signedHeaders.split(';')
  const unsigned = Object.keys(headers).find(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !names.includes(name),
  )
  if (unsigned !== undefined) return 'AccessDenied'
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return 'XAmzContentSHA256Mismatch'

  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
  const canonical = [
    request.method,
    pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders,
    content,
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const key = [region, service, 'aws4_request'].reduce(
    hmac,
    hmac(`AWS4${account.secretAccessKey}`, day),
  )
  const expected = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n'))
  return expected.toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
