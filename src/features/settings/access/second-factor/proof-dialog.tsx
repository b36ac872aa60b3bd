import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useId, useState, type FormEvent } from 'react'
import { explainError } from '#lib/explain.ts'
import type { FullProof } from '#contract/access/second-factor.ts'
import { Button } from '#ui/actions/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../../layout/form-buttons.tsx'
import { CurrentPasswordField } from '../current-password-field.tsx'

type ProofDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  description: string
  label: string
  isDangerous?: boolean
  isPending: boolean
  error: Error | null
  onSubmit: (proof: FullProof) => void
}

export function ProofDialog(props: ProofDialogProps) {
  const { isOpen, onClose, title, description, label, isDangerous, isPending, error } = props
  const formId = useId()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={description}
      size="sm"
      footer={
        <FormButtons
          formId={formId}
          label={label}
          isDangerous={isDangerous ?? false}
          isPending={isPending}
          onCancel={onClose}
        />
      }
    >
      <ProofForm
        key={String(isOpen)}
        formId={formId}
        error={error ? explainError(error) : undefined}
        onSubmit={(proof) => {
          if (!isPending) props.onSubmit(proof)
        }}
      />
    </Dialog>
  )
}

type ProofFormProps = {
  formId: string
  error: string | undefined
  onSubmit: (proof: FullProof) => void
}

function ProofForm({ formId, error, onSubmit }: ProofFormProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [kind, setKind] = useState<'digits' | 'long'>('digits')
  const isRecovery = kind === 'long'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password !== '' && code !== '') onSubmit({ password, code })
  }

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <CurrentPasswordField label={t('Password')} value={password} onChange={setPassword} />
      <CodeField
        label={isRecovery ? t('Recovery code') : t('6-digit code')}
        kind={kind}
        value={code}
        onChange={setCode}
      />
      <Button
        variant="ghost"
        size="sm"
        className="-mt-1 self-start"
        onClick={() => {
          setKind(isRecovery ? 'digits' : 'long')
          setCode('')
        }}
      >
        {isRecovery ? t('Use the authenticator app') : t('Use a recovery code')}
      </Button>
      {/* Password and code share one error message, which names the wrong field. */}
      {error !== undefined && (
        <p role="alert" className="flex gap-1.5 text-xs text-danger">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </form>
  )
}
