import Smartphone from 'lucide-react/icons/smartphone'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { explainError } from '#lib/explain.ts'
import type { SecondFactorSetup } from '#contract/access/second-factor.ts'
import { LinkButton } from '#ui/actions/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { CopyTextField } from '../../layout/copy-field.tsx'
import { FormButtons } from '../../layout/form-buttons.tsx'
import { useTurnOnSecondFactor } from '../access-queries.ts'

type SetupDialogProps = {
  isOpen: boolean
  onClose: () => void
  setup: SecondFactorSetup
  onDone: (recoveryCodes: string[]) => void
}

const loadQrCode = async () => (await import('#ui/sharing/qr-code.tsx')).QrCode

export function SetupDialog({ isOpen, onClose, setup, onDone }: SetupDialogProps) {
  const turnOn = useTurnOnSecondFactor()
  const formId = useId()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (turnOn.error) field.current?.select()
  }, [turnOn.error])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code !== '' && !turnOn.isPending) turnOn.mutate(code, { onSuccess: onDone })
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Set up two-factor authentication')}
      description={t(
        'Scan this QR code with an authenticator app on your phone, then enter the code it shows.',
      )}
      footer={
        <FormButtons
          formId={formId}
          label={t('Turn on')}
          isPending={turnOn.isPending}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <div className="flex flex-col items-center gap-5">
          <Loaded
            load={loadQrCode}
            props={{ text: setup.address, label: t('QR code with the key') }}
            fallback={<div className="size-52 shrink-0 rounded-lg border border-line" />}
          />
          {/* Full width, because some users type the key by hand. */}
          <div className="flex w-full flex-col gap-2">
            <p className="text-pretty text-ink-muted">
              {t('Can’t scan it? Enter this key in the app instead:')}
            </p>
            <CopyTextField label={t('Key')} text={grouped(setup.key)} />
            <div className="hidden coarse:block">
              <LinkButton href={setup.address} icon={<Smartphone aria-hidden />}>
                {t('Open in the app on this phone')}
              </LinkButton>
            </div>
          </div>
        </div>
        <CodeField
          ref={field}
          label={t('6-digit code')}
          kind="digits"
          value={code}
          onChange={setCode}
          error={turnOn.error ? explainError(turnOn.error) : undefined}
        />
      </form>
    </Dialog>
  )
}

const grouped = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? key
