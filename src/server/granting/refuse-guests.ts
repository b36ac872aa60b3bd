import { HttpError } from '../errors/http-error.ts'
import { isGuest } from '../store/owner-scope.ts'

/**
 * Lets guests change only the `allowed` fields, because the other fields organise the owner's data.
 * @throws {HttpError} `forbidden`.
 */
export function refuseGuests(change: object, allowed: readonly string[]): void {
  if (!isGuest() || Object.keys(change).every((name) => allowed.includes(name))) return
  throw new HttpError(
    'forbidden',
    `Of something shared with you, you can only change: ${allowed.join(', ')}.`,
  )
}
