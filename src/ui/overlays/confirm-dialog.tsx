import type { ReactNode } from 'react'
import { t } from '#languages/app.ts'
import { Button } from '../actions/button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  description: ReactNode
  /** Label of the button that confirms: a verb such as `Delete`, not `OK`. */
  confirmLabel: string
  isDangerous?: boolean
  isBusy?: boolean
}

export const ConfirmDialog = ({
  isOpen,
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  isDangerous = false,
  isBusy = false,
}: ConfirmDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title={title}
    description={description}
    size="sm"
    footer={
      <>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant={isDangerous ? 'danger' : 'primary'} onClick={onConfirm} isLoading={isBusy}>
          {confirmLabel}
        </Button>
      </>
    }
  />
)
