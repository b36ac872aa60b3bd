import { createHash } from 'node:crypto'
import { createYield } from './yield-loop.ts'

const pieceBytes = 1024 * 1024

/** Returns the SHA-256 of the joined pieces in hex, without blocking the event loop. */
export async function getSha256(...pieces: readonly Uint8Array[]): Promise<string> {
  const hash = createHash('sha256')
  const yieldLoop = createYield()
  for (const bytes of pieces) {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      hash.update(bytes.subarray(at, at + pieceBytes))
      await yieldLoop()
    }
  }
  return hash.digest('hex')
}
