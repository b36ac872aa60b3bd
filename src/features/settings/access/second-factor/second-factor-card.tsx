import { dateLanguage } from '#lib/language/translate.ts'
import { useQuery } from '@tanstack/react-query'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { SecondFactorSetup, SecondFactorState } from '#contract/access/second-factor.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../../layout/card-class.ts'
import { useLastDefined } from '../../layout/use-last-defined.ts'
import { accessQueries, useSetUpSecondFactor } from '../access-queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RenewCodesDialog } from './renew-codes-dialog.tsx'
import { SetupDialog } from './setup-dialog.tsx'
import { TurnOffDialog } from './turn-off-dialog.tsx'

export function SecondFactorCard() {
  const state = useQuery(accessQueries.secondFactor())
  const setUp = useSetUpSecondFactor()
  const [setup, setSetup] = useState<SecondFactorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [opened, setOpened] = useState<'renew' | 'turn off'>()
  const shownSetup = useLastDefined(setup)
  const shownCodes = useLastDefined(codes)

  function begin() {
    setUp.mutate(undefined, {
      onSuccess: (made) => {
        setSetup(made)
        setUp.reset()
      },
      onError: reportFailure(t('Two-factor authentication was not set up')),
    })
  }

  function showCodes(made: string[]) {
    setSetup(undefined)
    setOpened(undefined)
    setCodes(made)
  }

  return (
    <div className={cardClass}>
      <section
        aria-label={t('Two-factor authentication')}
        className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5"
      >
        <div
          aria-hidden
          className="hidden size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-strong sm:grid [&_svg]:size-4"
        >
          <ShieldCheck />
        </div>
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            {t('Two-factor authentication')}
            {state.data?.isOn && <Badge tone="success">{t('On')}</Badge>}
          </h3>
          <p className="mt-0.5 text-xs text-pretty text-ink-muted">
            {state.error ? explainError(state.error) : state.data && describe(state.data)}
          </p>
        </div>
        {state.data?.isOn === false && (
          <Button isLoading={setUp.isPending} onClick={begin}>
            {t('Set up')}
          </Button>
        )}
        {state.data?.isOn && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setOpened('renew')}>{t('New recovery codes')}</Button>
            <Button variant="ghost" onClick={() => setOpened('turn off')}>
              {t('Turn off')}
            </Button>
          </div>
        )}
      </section>
      {shownSetup && (
        <SetupDialog
          key={shownSetup.key}
          isOpen={setup !== undefined}
          onClose={() => setSetup(undefined)}
          setup={shownSetup}
          onDone={showCodes}
        />
      )}
      {shownCodes && (
        <RecoveryCodesDialog
          isOpen={codes !== undefined}
          onClose={() => setCodes(undefined)}
          codes={shownCodes}
        />
      )}
      <RenewCodesDialog
        isOpen={opened === 'renew'}
        onClose={() => setOpened(undefined)}
        onDone={showCodes}
      />
      <TurnOffDialog isOpen={opened === 'turn off'} onClose={() => setOpened(undefined)} />
    </div>
  )
}

function describe(state: SecondFactorState): string {
  if (!state.isOn) {
    return t(
      'Require a code from an authenticator app when signing in, in addition to the password.',
    )
  }
  const since = new Date(state.since).toLocaleDateString(dateLanguage, { dateStyle: 'long' })
  return t('On since {since} · {recoveryCodesLeft}', {
    since,
    recoveryCodesLeft: describeCodes(state.recoveryCodesLeft),
  })
}

function describeCodes(count: number): string {
  if (count === 0) return t('no recovery codes left: create new ones')
  return count === 1 ? t('1 recovery code left') : t('{count} recovery codes left', { count })
}

type RecoveryCodesDialogProps = {
  isOpen: boolean
  onClose: () => void
  codes: readonly string[]
}

const RecoveryCodesDialog = ({ isOpen, onClose, codes }: RecoveryCodesDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title={t('Save your recovery codes')}
    description={t(
      'If you lose your phone, each code lets you sign in once, together with the password. Keep them somewhere safe: they won’t be shown again.',
    )}
    footer={
      <Button variant="primary" onClick={onClose}>
        {t('I’ve saved them')}
      </Button>
    }
  >
    <RecoveryCodes codes={codes} />
  </Dialog>
)
