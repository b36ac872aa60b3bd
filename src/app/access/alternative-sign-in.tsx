import type { ReactNode } from 'react'
import { Button } from '#ui/actions/button.tsx'

type AlternativeSignInProps = {
  icon: ReactNode
  isBusy: boolean
  problem: string | undefined
  onChosen: () => void
  children: ReactNode
}

export const AlternativeSignIn = ({
  icon,
  isBusy,
  problem,
  onChosen,
  children,
}: AlternativeSignInProps) => (
  <div className="mt-4 flex flex-col gap-3">
    <Button size="lg" icon={icon} isLoading={isBusy} onClick={onChosen} className="justify-center">
      {children}
    </Button>
    {problem !== undefined && (
      <p role="alert" className="text-sm text-pretty text-danger">
        {problem}
      </p>
    )}
  </div>
)
