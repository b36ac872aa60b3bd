import { createGate } from '../../process/gate.ts'
import { defaultPasswordCost, hashPassword, isPassword, type PasswordCost } from './password.ts'

// Maximum number of hashes that are computed at the same time. Each takes 32 MiB and a thread.
const runningMax = 2
const waitingMax = 20

/**
 * Hashes and checks passwords, a few at a time. Both methods throw {HttpError} `rate_limited` if
 * too many calls are waiting.
 */
export type Hashing = {
  hash: (password: string) => Promise<string>
  isRight: (password: string, hash: string) => Promise<boolean>
}

export function createHashing(cost: PasswordCost = defaultPasswordCost): Hashing {
  const gate = createGate({ runningMax, waitingMax, what: 'sign-in' })
  return {
    hash: (password) => gate(() => hashPassword(password, cost)),
    isRight: (password, hash) => gate(() => isPassword(password, hash)),
  }
}
