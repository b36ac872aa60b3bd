import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { isTrusted } from './connection.ts'

export type ConnectionLimits = {
  checkEveryMs: number
  /** Concurrent connections from one address, and in all. A page needs six. */
  connectionsPerAddress: number
  connectionsInAll: number
  /** Connections of one address without an authenticated request. */
  strangersPerAddress: number
  /** Time within which a connection need not authenticate. */
  strangerGraceMs: number
}

/**
 * Bounds connections by address and in all. Unauthenticated connections are closed if an address
 * has too many for long, and the oldest of them makes room for new ones.
 */
export function boundConnections(server: Server, limits: ConnectionLimits): void {
  /** By address, each with its opening time, oldest first. */
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

  /** Closes a connection of the address that has most. @returns whether there was one. */
  function cutOldestStranger(): boolean {
    for (const sockets of [...open.values()].toSorted((a, b) => b.size - a.size)) {
      for (const socket of sockets.keys()) {
        if (isTrusted(socket)) continue
        // Removed at once, because `close` is emitted later.
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
