import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { connectTo } from './connection.ts'
import { lockDatabase } from './database-lock.ts'
import { openServerClient } from './server-client.ts'

const server = createServer()
afterEach(() => void server.close())

/**
 * Starts a server that refuses every connection, as PgBouncer does.
 * @returns the names of the startup parameters of each connection.
 */
async function refuseAll() {
  const told: string[][] = []
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', (packet: Buffer) => {
      // The packet has length and version, then names and values, each terminated by a zero.
      const texts = packet.toString('utf8', 8).split('\0')
      told.push(texts.filter((text, at) => at % 2 === 0 && text !== ''))
      const fields = 'SERROR\0C08P01\0Munsupported startup parameter: options\0\0'
      const head = Buffer.alloc(5, 'E')
      head.writeInt32BE(fields.length + 4, 1)
      socket.end(Buffer.concat([head, Buffer.from(fields)]))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `postgres://anna@127.0.0.1:${(server.address() as AddressInfo).port}/studio`
  return { url, told }
}

it('connectTo sends no startup parameters that poolers reject, and reports a pooler’s message', async () => {
  const { url, told } = await refuseAll()
  const client = openServerClient(url, () => {})
  await expect(client.query('select 1')).rejects.toThrow('cannot be reached')
  await client.close()
  await expect(connectTo(url)).rejects.toThrow('unsupported startup parameter')
  await expect(lockDatabase(url, { waitMs: 0 })).rejects.toThrow(
    'cannot be used: “unsupported startup parameter: options”. Check DATABASE_URL',
  )
  expect(told).toHaveLength(3)
  const known = ['user', 'database', 'application_name', 'client_encoding']
  for (const names of told) expect(known).toEqual(expect.arrayContaining(names))
})
