import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { isTrusted } from './connection.ts'

/** How many connections there may be, and how long a stranger may keep one. */
export type ConnectionLimits = {
  /** How often those of strangers are looked at. */
  checkEveryMs: number
  /** Connections at once from one address, and from all. A page needs six. */
  connectionsPerAddress: number
  connectionsInAll: number
  /** Of one address, those over which nobody who was let in has asked anything yet. */
  strangersPerAddress: number
  /** Within this time nobody has to show who they are. */
  strangerGraceMs: number
}

/**
 * Bounds connections by address and in all, so that a few addresses cannot hold all there are: those over
 * which nobody with a session or a key has asked anything are cut when an address has too many of them
 * for long, and the oldest of them makes room when there is none left.
 */
export function boundConnections(server: Server, limits: ConnectionLimits): void {
  /** By address, each with when it was opened, oldest first. */
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

  /** Of the address that has most connections. @returns whether there was one. */
  function cutOldestStranger(): boolean {
    for (const sockets of [...open.values()].toSorted((a, b) => b.size - a.size)) {
      for (const socket of sockets.keys()) {
        if (isTrusted(socket)) continue
        // Counted at once: `close` comes later.
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
