import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { isTrusted } from './connection.ts'

export type ConnectionLimits = {
  checkEveryMs: number
  /** Maximum number of connections from one address. A page needs six connections. */
  connectionsPerAddress: number
  connectionsInAll: number
  strangersPerAddress: number
  /** Time in milliseconds for which a new connection may stay unauthenticated. */
  strangerGraceMs: number
}

/**
 * Limits the number of connections by address and in total. Too many unauthenticated connections of
 * one address are closed after a while. At the total limit, each new connection closes the oldest
 * unauthenticated connection.
 */
export function boundConnections(server: Server, limits: ConnectionLimits): void {
  const open = new Map<string, Map<Socket, number>>()
  let count = 0

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const sockets = open.get(address) ?? new Map<Socket, number>()
    const isFull = count >= limits.connectionsInAll && !cutOldestStranger()
    if (sockets.size >= limits.connectionsPerAddress || isFull) {
      socket.destroy()
      return
    }
    count++
    open.set(address, sockets.set(socket, performance.now()))
    socket.once('close', () => {
      if (!sockets.delete(socket)) return
      count--
      if (sockets.size === 0 && open.get(address) === sockets) open.delete(address)
    })
  })

  /**
   * Closes the oldest unauthenticated connection of the address with the most connections.
   * @returns whether there was such a connection.
   */
  function cutOldestStranger(): boolean {
    for (const sockets of [...open.values()].toSorted((a, b) => b.size - a.size)) {
      for (const socket of sockets.keys()) {
        if (isTrusted(socket)) continue
        // The socket is removed now, because the event `close` is emitted later.
        sockets.delete(socket)
        count--
        socket.destroy()
        return true
      }
    }
    return false
  }

  const timer = setInterval(() => {
    const before = performance.now() - limits.strangerGraceMs
    for (const sockets of open.values()) {
      if (sockets.size <= limits.strangersPerAddress) continue
      const strangers = [...sockets].filter(([socket]) => !isTrusted(socket))
      const tooMany = strangers.slice(0, Math.max(0, strangers.length - limits.strangersPerAddress))
      for (const [socket, openedAt] of tooMany) if (openedAt < before) socket.destroy()
    }
  }, limits.checkEveryMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
