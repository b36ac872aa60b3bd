import type { SignInRefusal } from '#contract/access/access.ts'

/** Why somebody was not let in. @param name of what has signed them in elsewhere. */
export const describeRefusal = (reason: SignInRefusal, name: string): string =>
  sentences(name)[reason]

const sentences = (name: string): Record<SignInRefusal, string> => ({
  refused: `Signing in with ${name} did not work or took too long. Try again.`,
  unreachable: `${name} cannot be reached. Try again later.`,
  unverified: `${name} has not verified your email address. Verify it there, then try again.`,
  waiting: 'An admin has to approve your account first. Try again after that.',
  no_access: 'You have no access to this server. Ask an admin to invite you.',
  other_person: `You are signed in to ${name} as somebody else.`,
  too_many: 'Too many failed attempts. Try again in a minute.',
})
