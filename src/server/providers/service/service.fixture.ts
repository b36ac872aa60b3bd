import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StandInAnswer = (request: ServiceCall, response: ServerResponse) => void
type ServiceCall = {
  method: string
  path: string
  query: string
  headers: IncomingMessage['headers']
  /** Parsed JSON if the request is JSON, otherwise text in Latin-1. Absent without a body. */
  body: unknown
}

export async function openService() {
  const calls: ServiceCall[] = []
  const routes = new Map<string, StandInAnswer[]>()
  let others = notFound
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const [named = '', query = ''] = url.split('?')
      const action = headers['x-tc-action']?.toString()
      const path = action === undefined ? named : `/${action}`
      const text = Buffer.concat(chunks).toString(isJson(request.headers) ? 'utf8' : 'latin1')
      const call = {
        method,
        path,
        query,
        headers,
        body: text === '' ? undefined : isJson(headers) ? JSON.parse(text) : text,
      }
      calls.push(call)
      const answers = routes.get(`${method} ${path}`) ?? []
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      ;(answer ?? others)(call, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    server,
    calls,
    countOf: (method: string, path: string) =>
      calls.filter((call) => call.method === method && call.path === path).length,
    answersOf: (route: string): readonly StandInAnswer[] => routes.get(route) ?? [],
    onOthers: (answer: StandInAnswer) => {
      others = answer
    },
    /** Defines consecutive responses of a route. The last response is repeated. */
    on: (route: string, ...answers: StandInAnswer[]) => routes.set(route, answers),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const notFound: StandInAnswer = (_call, response) => response.writeHead(404).end()

const isJson = (headers: IncomingMessage['headers']): boolean =>
  headers['content-type']?.includes('json') ?? true

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): StandInAnswer =>
  (_call, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(value))

export const sendBytes =
  (content: Uint8Array): StandInAnswer =>
  (_call, response) =>
    response.writeHead(200, { 'content-length': content.byteLength }).end(content)

export const html =
  (status: number): StandInAnswer =>
  (_call, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')

export const reset: StandInAnswer = (_call, response) => response.socket?.destroy()

export const sendPart =
  (content: Uint8Array): StandInAnswer =>
  (_call, response) => {
    response.writeHead(200, { 'content-length': content.byteLength })
    response.write(content.subarray(0, content.byteLength / 2), () => response.socket?.destroy())
  }
