import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { SignIn } from '#contract/access/access.ts'
import type { Audit } from '../audit/audit.ts'
import { HttpError } from '../errors/http-error.ts'
import { firstOwnerId } from '../store/owner-scope.ts'
import { hashSecret } from './digest.ts'
import type { Guesser, GuessLimit } from './guess-limit.ts'
import type { LdapSignIn } from './ldap/ldap-sign-in.ts'
import type { Hashing } from './password/hashing.ts'
import type { OwnerPassword, PasswordRow } from './password/owner-password.ts'
import type { PeopleStore, UserRow } from './people/people.ts'
import type { SecondFactor } from './second-factor/second-factor.ts'
import type { Verified, VerifyHow } from './sign-in-flow.ts'

export type VerifiedPassword = Verified & { row: PasswordRow }

/**
 * Verifies credentials. Methods throw an {HttpError} with the code `how.refusal` for wrong
 * credentials, and with the code `rate_limited` after too many guesses.
 */
export type Credentials = {
  verify: (credential: SignIn, how: VerifyHow) => Promise<Verified>
  verifyOf: (userId: string, credential: SignIn, how: VerifyHow) => Promise<Verified>
  verifyPassword: (given: string, how: VerifyHow) => Promise<VerifiedPassword>
}

type CredentialsOptions = {
  password: OwnerPassword
  people: Pick<PeopleStore, 'areOn' | 'find' | 'findByEmail'>
  directory: Pick<LdapSignIn, 'verify'> | undefined
  linkToken: string
  generationOf: (row: PasswordRow | undefined) => string
  factor: Pick<SecondFactor, 'enrolment'>
  guesses: GuessLimit
  hashing: Hashing
  audit: Audit
}

/**
 * Returns the session generation of a person other than the first: a hash of the password and
 * second factor.
 */
export const generationOfPerson = (
  { id, passwordHash }: UserRow,
  enrolment: string | undefined,
): string => {
  const code = enrolment === undefined ? '' : `\nsecond factor\n${enrolment}`
  return hashSecret(`person\n${id}\n${passwordHash}${code}`)
}

/**
 * Only email addresses are logged, because some people type their password into the wrong field.
 */
const namedAccount = (email: string): string =>
  /^[^\s@]+@[^\s@]+$/.test(email) ? ` for ${email}` : ''

const countWith =
  ({ guesses, audit }: Pick<CredentialsOptions, 'guesses' | 'audit'>) =>
  (guesser: Guesser): (() => void) => {
    try {
      return guesses.begin(guesser)
    } catch (error) {
      audit.note({ kind: 'limit_hit', subject: 'signing in', address: guesser.address })
      throw error
    }
  }

/** Creates the search for an active account by its email address and its local password. */
function createAccountSearch({ password, people, hashing }: CredentialsOptions) {
  /**
   * Hash that is checked for unknown accounts, so that an unknown account and a wrong password take
   * equally long.
   */
  let decoy: Promise<string> | undefined
  const getHash = (row: UserRow | undefined) =>
    row?.id === firstOwnerId ? password.current()?.hash : row?.passwordHash
  return async (email: string, given: string): Promise<UserRow | undefined> => {
    const person = people.findByEmail(email)
    decoy ??= hashing.hash(randomUUID())
    const hash = getHash(person) ?? (await decoy)
    const isRight = await hashing.isRight(given, hash)
    const now = person && people.find(person.id)
    return isRight && now && !now.isOff && getHash(now) === hash ? now : undefined
  }
}

export function createCredentials(options: CredentialsOptions): Credentials {
  const { password, people, directory, linkToken, generationOf, factor, hashing, audit } = options
  const begin = countWith(options)
  const findByPassword = createAccountSearch(options)

  /**
   * Verifies the server's password.
   * @throws {HttpError} `how.refusal` unless `given` is the current password, both before and after
   * hashing.
   */
  async function verifyPassword(
    given: string,
    { guesser, refusal }: VerifyHow,
  ): Promise<VerifiedPassword> {
    const row = password.current()
    if (!row) throw new HttpError('conflict', 'This server has no password.')
    const takeBack = begin(guesser)
    const isRight = await hashing.isRight(given, row.hash)
    // The hashes are compared, because `readAgain` replaces the row object every few seconds.
    if (!isRight || password.current()?.hash !== row.hash) {
      audit.note({ kind: 'sign_in_failed', subject: 'password', address: guesser.address })
      throw new HttpError(refusal, 'Wrong password.')
    }
    return { userId: firstOwnerId, row, generation: generationOf(row), takeBack }
  }

  /**
   * Verifies the token of the link. A right token is accepted even after many wrong tokens, because
   * nobody can guess 256 random bits.
   */
  function verifyToken(token: string, { guesser, refusal }: VerifyHow): Verified {
    if (password.current()) {
      throw new HttpError(refusal, 'This server has a password. Sign in to continue.')
    }
    if (timingSafeEqual(toDigest(token), toDigest(linkToken))) {
      return { userId: firstOwnerId, generation: generationOf(undefined), takeBack: () => {} }
    }
    begin(guesser)
    audit.note({ kind: 'sign_in_failed', subject: 'link', address: guesser.address })
    throw new HttpError(refusal, 'This link is no longer valid.')
  }

  /**
   * Verifies the password of an account, first locally, then at the directory (LDAP).
   * @param userId the person who confirms a session. Absent at a sign-in.
   * @throws {HttpError} `how.refusal`, with the same message for unknown accounts and wrong
   * passwords, or the errors of `LdapSignIn.verify`.
   */
  async function verifyPerson(
    { name: email, userId }: { name: string; userId?: string },
    given: string,
    how: VerifyHow,
  ): Promise<Verified> {
    const { guesser, refusal } = how
    const takeBack = begin({ ...guesser, account: hashSecret(email) })
    const local = await findByPassword(email, given)
    const admitted = local
      ? { userId: local.id, endsAt: undefined }
      : await directory?.verify({ name: email, userId }, given, how).catch((error: unknown) => {
          // An error means that the password was right or could not be checked.
          takeBack()
          throw error
        })
    const now = admitted && people.find(admitted.userId)
    if (!now) {
      const subject = `password${namedAccount(email)}`
      audit.note({ kind: 'sign_in_failed', subject, address: guesser.address })
      throw new HttpError(
        refusal,
        refusal === 'forbidden' ? 'Wrong password.' : 'Wrong email address or password.',
      )
    }
    const generation =
      now.id === firstOwnerId
        ? generationOf(password.current())
        : generationOfPerson(now, factor.enrolment(now.id))
    return { userId: now.id, generation, takeBack, endsAt: admitted.endsAt }
  }

  return {
    verify: async (credential, how) => {
      if ('token' in credential) return verifyToken(credential.token, how)
      const { email = '', password: given } = credential
      return people.areOn()
        ? verifyPerson({ name: email.trim().toLowerCase() }, given, how)
        : verifyPassword(given, how)
    },
    verifyOf: async (userId, credential, how) => {
      if ('token' in credential) return verifyToken(credential.token, how)
      return people.areOn()
        ? verifyPerson({ name: people.find(userId)?.email ?? '', userId }, credential.password, how)
        : verifyPassword(credential.password, how)
    },
    verifyPassword,
  }
}

const toDigest = (text: string): Buffer => createHash('sha256').update(text).digest()
