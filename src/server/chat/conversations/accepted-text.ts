import { createHash } from 'node:crypto'
import { ownerIdHere } from '../../store/owner-scope.ts'

/**
 * Returns the hash that is stored once the owner has written or accepted a system prompt. It
 * includes the owner's id, so that a later owner has to accept the prompt again.
 */
export const hashText = (text: string): string =>
  createHash('sha256').update(`${ownerIdHere()}\n${text}`).digest('hex')
