import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { goToOidc } from '#api/access/access.ts'
import { explainError } from '#lib/explain.ts'
import { whySentBack } from '#api/access/describe-refusal.ts'
import type { BeginOidc } from '#contract/access/access.ts'
import { t } from '#languages/app.ts'
import { AlternativeSignIn } from './alternative-sign-in.tsx'

type OidcButtonProps = { name: string; purpose: BeginOidc['purpose'] }

export function OidcButton({ name, purpose }: OidcButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState(() => whySentBack(purpose, name))

  async function go() {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await goToOidc(purpose)
    } catch (error) {
      setProblem(explainError(error))
      setIsBusy(false)
    }
  }

  return (
    <AlternativeSignIn
      icon={<ExternalLink aria-hidden />}
      isBusy={isBusy}
      problem={problem}
      onChosen={() => void go()}
    >
      {t('Continue with {name}', { name })}
    </AlternativeSignIn>
  )
}
