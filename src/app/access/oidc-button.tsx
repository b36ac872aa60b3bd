import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { goToOidc } from '#api/access/access.ts'
import { signInRefusal } from '#api/forget.ts'
import { explain } from '#api/http/errors.ts'
import { signInRefusalSchema, type BeginOidc } from '#contract/access/access.ts'
import { describeRefusal } from './describe-refusal.ts'
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
  return reason && describeRefusal(reason, name)
}
