import { Button } from '#ui/actions/button.tsx'

type FormButtonsProps = {
  /** Of the form that the dialog holds. */
  formId: string
  /** What sending it does. */
  label: string
  isDangerous?: boolean
  isPending: boolean
  onCancel: () => void
}

/** The foot of a dialog with a form: leave it, or send it. */
export function FormButtons({
  formId,
  label,
  isDangerous = false,
  isPending,
  onCancel,
}: FormButtonsProps) {
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
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
