import { useId, type FormEvent, type ReactNode } from 'react'
import { explainError } from '#lib/explain.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { DialogProps } from '#ui/overlays/dialog-props.ts'
import { t } from '#languages/settings.ts'
import { FormButtons } from './form-buttons.tsx'

type FormDialogProps = {
  isOpen: boolean
  title: string
  isPending: boolean
  error: Error | null
  onSubmit: () => void
  onClose: () => void
  getFinalFocus?: DialogProps['getFinalFocus']
  children: ReactNode
}

export function FormDialog({
  isOpen,
  title,
  isPending,
  error,
  onSubmit,
  onClose,
  getFinalFocus,
  children,
}: FormDialogProps) {
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      size="sm"
      getFinalFocus={getFinalFocus}
      footer={
        <FormButtons formId={formId} label={t('Save')} isPending={isPending} onCancel={onClose} />
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {error && (
          <p role="alert" className="text-danger">
            {explainError(error)}
          </p>
        )}
        {children}
      </form>
    </Dialog>
  )
}
