import { signInRefusalSchema, type BeginOidc, type SignInRefusal } from '#contract/access/access.ts'
import { t } from '#languages/app.ts'
import { signInRefusal } from '../forget.ts'

/**
 * Explains why a sign-in was refused.
 * @param name of the identity provider or proxy.
 */
export const describeRefusal = (reason: SignInRefusal, name: string): string =>
  sentences(name)[reason]

/** Explains why the identity provider refused a sign-in. Returns `undefined` without a refusal. */
export function whySentBack(purpose: BeginOidc['purpose'], name: string): string | undefined {
  const reason = signInRefusalSchema.safeParse(signInRefusal(purpose)).data
  return reason && describeRefusal(reason, name)
}

const sentences = (name: string): Record<SignInRefusal, string> => ({
  refused: t('Signing in with {name} did not work or took too long. Try again.', { name }),
  unreachable: t('{name} cannot be reached. Try again later.', { name }),
  unverified: t('{name} has not verified your email address. Verify it there, then try again.', {
    name,
  }),
  waiting: t('An admin has to approve your account first. Try again after that.'),
  no_access: t('You have no access to this server. Ask an admin to invite you.'),
  other_person: t('You are signed in to {name} as someone else.', { name }),
  taken: t('Someone else here already signs in with this {name} account.', { name }),
})
