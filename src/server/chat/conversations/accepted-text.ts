import { createHash } from 'node:crypto'
import { ownerIdHere } from '../../store/owner-scope.ts'

/**
 * Returns the hash that is stored beside a system prompt once its owner wrote or accepted it. It covers the owner as
 * well, so that the next owner of the chat has to accept the prompt again.
 */
export const hashText = (text: string): string =>
  createHash('sha256').update(`${ownerIdHere()}\n${text}`).digest('hex')
