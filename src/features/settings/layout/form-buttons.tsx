import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/settings.ts'

type FormButtonsProps = {
  formId: string
  label: string
  isDangerous?: boolean
  isPending: boolean
  onCancel: () => void
}

export function FormButtons({
  formId,
  label,
  isDangerous = false,
  isPending,
  onCancel,
}: FormButtonsProps) {
  return (
    <>
      <Button onClick={onCancel}>{t('Cancel')}</Button>
      <Button
        variant={isDangerous ? 'danger' : 'primary'}
        type="submit"
        form={formId}
        isLoading={isPending}
      >
        {label}
      </Button>
    </>
  )
}
