import { Button } from '#ui/actions/button.tsx'

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
