import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { goToOidc } from '#api/access/access.ts'
import { signInRefusal } from '#api/forget.ts'
import { explain } from '#api/http/errors.ts'
import { signInRefusalSchema, type BeginOidc, type SignInRefusal } from '#contract/access/access.ts'
import { OtherWayIn } from './other-way-in.tsx'

type OidcButtonProps = { name: string; purpose: BeginOidc['purpose'] }

/** Leaves for the identity provider, and says why its word was not enough when somebody comes back. */
export function OidcButton({ name, purpose }: OidcButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState(() => describe(name))

  async function go() {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await goToOidc(purpose)
    } catch (error) {
      setProblem(explain(error))
      setIsBusy(false)
    }
  }

  return (
    <OtherWayIn
      icon={<ExternalLink aria-hidden />}
      isBusy={isBusy}
      problem={problem}
      onChosen={() => void go()}
    >
      {`Continue with ${name}`}
    </OtherWayIn>
  )
}

function describe(name: string): string | undefined {
  const reason = signInRefusalSchema.safeParse(signInRefusal()).data
  return reason && sentences(name)[reason]
}

const sentences = (name: string): Record<SignInRefusal, string> => ({
  refused: `Signing in with ${name} did not work or took too long. Try again.`,
  unreachable: `${name} cannot be reached. Try again later.`,
  unverified: `${name} has not verified your email address. Verify it there, then try again.`,
  waiting: 'An admin has to approve your account first. Try again after that.',
  no_access: 'You have no access to this server. Ask an admin to invite you.',
  other_person: `You are signed in to ${name} as somebody else.`,
  too_many: 'Too many failed attempts. Try again in a minute.',
})
