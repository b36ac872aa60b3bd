import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import {
  AndFilter,
  Attribute,
  BerReader,
  BerWriter,
  BindRequest,
  EqualityFilter,
  OrFilter,
  ProtocolOperation,
  SearchEntry,
  SearchRequest,
  type Filter,
} from 'ldapts'

type DirectoryEntry = {
  dn: string
  password?: string
  attributes: Record<string, string | string[] | Buffer>
}

const success = 0
const invalidCredentials = 49

/**
 * Starts an LDAP server on this machine that answers binds and searches. `slapd.test.ts` tests the
 * client against OpenLDAP.
 */
export async function openLdapServer() {
  const entries: DirectoryEntry[] = []
  const binds: { dn: string; password: string }[] = []
  const sockets = new Set<Socket>()
  const state = { isSilent: false }

  function answer(socket: Socket, reader: BerReader, messageId: number): void {
    const operation = reader.readSequence()
    if (operation === ProtocolOperation.LDAP_REQ_BIND) {
      const bind = new BindRequest({ messageId })
      bind.parseMessage(reader)
      binds.push({ dn: bind.dn, password: bind.password })
      const entry = entries.find(({ dn }) => dn === bind.dn)
      const isAnonymous = bind.password === ''
      const isRight = isAnonymous || (entry !== undefined && entry.password === bind.password)
      const status = isRight ? success : invalidCredentials
      socket.write(encodeResult(messageId, ProtocolOperation.LDAP_RES_BIND, status))
    } else if (operation === ProtocolOperation.LDAP_REQ_SEARCH) {
      const search = new SearchRequest({ messageId, filter: new EqualityFilter() })
      search.parseMessage(reader)
      const found = entries.filter(
        ({ dn, attributes }) =>
          dn.endsWith(search.baseDN) && isMatch(search.filter, { dn, ...attributes }),
      )
      for (const entry of found.slice(0, search.sizeLimit || undefined)) {
        socket.write(encodeEntry(messageId, entry))
      }
      socket.write(encodeResult(messageId, ProtocolOperation.LDAP_RES_SEARCH, success))
    } else socket.end()
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let unread = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      unread = Buffer.concat([unread, Buffer.from(chunk)])
      if (state.isSilent) return
      for (;;) {
        const reader = new BerReader(unread)
        if (reader.readSequence() === null || reader.remain < reader.length) return
        const end = reader.offset + reader.length
        const message = new BerReader(unread.subarray(reader.offset, end))
        unread = unread.subarray(end)
        answer(socket, message, message.readInt() ?? 0)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    entries,
    /** The binds in the order of their arrival. */
    binds,
    /** Set `isSilent` to stop answering. */
    state,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function encodeResult(messageId: number, operation: number, status: number): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(messageId)
  writer.startSequence(operation)
  writer.writeEnumeration(status)
  writer.writeString('')
  writer.writeString('')
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}

function encodeEntry(messageId: number, { dn, attributes }: DirectoryEntry): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(messageId)
  writer.startSequence(new SearchEntry({ messageId }).protocolOperation)
  writer.writeString(dn)
  writer.startSequence()
  for (const [type, value] of Object.entries(attributes)) {
    const values = Buffer.isBuffer(value) ? [value] : [value].flat()
    new Attribute({ type, values: values as string[] }).write(writer)
  }
  writer.endSequence()
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}

function isMatch(filter: Filter, attributes: Record<string, string | string[] | Buffer>): boolean {
  if (filter instanceof AndFilter) return filter.filters.every((one) => isMatch(one, attributes))
  if (filter instanceof OrFilter) return filter.filters.some((one) => isMatch(one, attributes))
  if (!(filter instanceof EqualityFilter)) return false
  const wanted = filter.value.toString().toLowerCase()
  return Object.entries(attributes).some(
    ([name, value]) =>
      name.toLowerCase() === filter.attribute &&
      [value].flat().some((one) => one.toString().toLowerCase() === wanted),
  )
}
