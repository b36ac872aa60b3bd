import { expect, it } from 'vitest'
import { createGenerationClient } from './generation-client.ts'
import type { ServiceAnswer, ServiceHttp } from '../service/service-http.ts'
import type { Gateway } from './gateway-service.ts'

const gateway = { service: { id: 'gateway', title: 'The gateway' }, root: '', apiKey: 'k' }

it('createGenerationClient encodes large pictures without blocking the event loop', async () => {
  let sent: Blob | undefined
  const http = {
    send: (_path: string, { body }: { body?: Blob }): Promise<ServiceAnswer> => {
      sent = body
      return Promise.resolve({
        response: new Response(),
        text: '{"id":"up-1"}',
        requestId: 'r',
      })
    },
  } as unknown as ServiceHttp
  const client = createGenerationClient(gateway as unknown as Gateway, http)
  const params = { views: Array.from({ length: 4 }, (_, n) => `data:${n}${'A"'.repeat(4e6)}`) }
  let turns = 0
  const count = () => {
    turns++
    if (!sent) setImmediate(count)
  }
  setImmediate(count)
  const id = await client.create({ taskId: 't', model: 'm', params }, AbortSignal.timeout(300_000))
  expect(id).toBe('up-1')
  expect(turns).toBeGreaterThan(3)
  expect((await sent!.text()) === JSON.stringify({ model: 'm', input: [{ params }] })).toBe(true)
})
