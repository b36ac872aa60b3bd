import { HttpError } from '../errors/http-error.ts'
import { isGuest } from '../store/owner-scope.ts'

/** @throws {HttpError} `forbidden` where a guest changes more than `allowed`: how the owner keeps it in order. */
export function refuseGuests(change: object, allowed: readonly string[]): void {
  if (!isGuest() || Object.keys(change).every((name) => allowed.includes(name))) return
  throw new HttpError(
    'forbidden',
    `Of something shared with you, you can only change: ${allowed.join(', ')}.`,
  )
}
