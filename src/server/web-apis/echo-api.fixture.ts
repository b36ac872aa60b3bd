import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Heard = {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}
type EchoAnswer = { status?: number; type?: string; body: string | Uint8Array }

/**
 * Starts a local API that records requests. Paths without a configured answer return the request.
 */
export async function startEchoApi() {
  const heard: Heard[] = []
  const answers = new Map<string, EchoAnswer>()
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      const { method, url, headers } = request
      heard.push({ method, url, headers, body })
      const {
        status = 200,
        type = 'application/json',
        body: answer,
      } = answers.get(url ?? '') ?? { body: JSON.stringify({ method, url, body }) }
      response.writeHead(status, {
        'content-type': type,
        ...(status === 302 && { location: String(answer) }),
      })
      response.end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answers,
    close: () => server.close().closeAllConnections(),
  }
}
