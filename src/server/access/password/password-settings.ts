import { HttpError } from '../../errors/http-error.ts'
import type { VerifiedPassword } from '../credentials.ts'
import type { Guesser } from '../guess-limit.ts'
import type { SessionRow } from '../session-rows.ts'
import type { VerifyHow } from '../sign-in-flow.ts'
import type { Hashing } from './hashing.ts'
import type { OwnerPassword, PasswordRow } from './owner-password.ts'
import { isWeakPassword, weakPasswordSentence } from './password-strength.ts'

export type PasswordSettings = {
  /**
   * Sets the server's password and signs all other browsers out.
   * @throws {HttpError} `forbidden` for a wrong current password, `bad_request` for a weak new
   * password, `rate_limited`, or `conflict` if the environment sets the password.
   */
  changePassword: (change: {
    current: string | undefined
    next: string
    guesser: Guesser
    own: SessionRow | undefined
  }) => Promise<void>
  /**
   * Removes the password, so that the link opens the server.
   * @throws {HttpError} the errors of `changePassword`. `conflict` while the second factor is on.
   */
  removePassword: (change: {
    current: string
    guesser: Guesser
    own: SessionRow | undefined
  }) => Promise<void>
}

type PasswordSettingsOptions = {
  password: OwnerPassword
  verifyPassword: (password: string, how: VerifyHow) => Promise<VerifiedPassword>
  isOpenToOthers: boolean
  hasSecondFactor: () => boolean
  areAccountsOn: () => boolean
  hashing: Hashing
}

export function createPasswordSettings(options: PasswordSettingsOptions): PasswordSettings {
  const { password, verifyPassword, isOpenToOthers, hasSecondFactor, areAccountsOn, hashing } =
    options

  function refuseElsewhere(): void {
    if (password.current()?.source === 'environment') {
      throw new HttpError(
        'conflict',
        'The password comes from BOZZETTO_PASSWORD. Change it there, then restart the server.',
      )
    }
  }

  async function verifyPresent(given: string, guesser: Guesser): Promise<PasswordRow> {
    const { row, takeBack } = await verifyPassword(given, { guesser, refusal: 'forbidden' })
    takeBack()
    return row
  }

  return {
    async changePassword({ current: given, next, guesser, own }) {
      refuseElsewhere()
      const verified = password.current() && (await verifyPresent(given ?? '', guesser))
      if (await isWeakPassword(next)) throw new HttpError('bad_request', weakPasswordSentence)
      const hash = await hashing.hash(next)
      await password.replace({ hash, source: 'owner' }, { verified, own })
    },

    async removePassword({ current: given, guesser, own }) {
      refuseElsewhere()
      if (isOpenToOthers) {
        throw new HttpError(
          'conflict',
          'Other machines can reach this server, so its password cannot be removed.',
        )
      }
      if (areAccountsOn()) {
        throw new HttpError('conflict', 'Everyone signs in with a password here, including you.')
      }
      if (hasSecondFactor()) {
        throw new HttpError('conflict', 'Turn off two-factor authentication first.')
      }
      const verified = await verifyPresent(given, guesser)
      await password.replace(undefined, { verified, own })
    },
  }
}
