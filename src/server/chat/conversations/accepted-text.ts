import { createHash } from 'node:crypto'
import { ownerIdHere } from '../../store/owner-scope.ts'

/**
 * Returns the hash of a system prompt. It is stored once the owner has written or accepted the
 * prompt. It includes the owner's id, so that a later owner has to accept the prompt again.
 */
export const hashText = (text: string): string =>
  createHash('sha256').update(`${ownerIdHere()}\n${text}`).digest('hex')
