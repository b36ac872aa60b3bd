import { createHash } from 'node:crypto'
import { ownerIdHere } from '../../store/owner-scope.ts'

/**
 * Hashes a system prompt together with the owner's id. A later owner therefore has to accept the
 * prompt again.
 */
export const hashText = (text: string): string =>
  createHash('sha256').update(`${ownerIdHere()}\n${text}`).digest('hex')
