import { createHash } from 'node:crypto'
import { ownerIdHere } from '../../store/owner-scope.ts'

/**
 * Hashes a system prompt. The hash is stored when the owner writes or accepts the prompt. The hash
 * includes the owner's id, so that a later owner has to accept the prompt again.
 */
export const hashText = (text: string): string =>
  createHash('sha256').update(`${ownerIdHere()}\n${text}`).digest('hex')
