import LogIn from 'lucide-react/icons/log-in'
import type { ReactNode } from 'react'
import { Button } from '#ui/actions/button.tsx'

type StepFormProps = {
  button: string
  isBusy: boolean
  onSubmit: () => void
  children: ReactNode
  below?: ReactNode
}

export const StepForm = ({ button, isBusy, onSubmit, children, below }: StepFormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
    className="flex flex-col gap-4"
  >
    {children}
    <Button
      type="submit"
      variant="primary"
      size="lg"
      icon={<LogIn aria-hidden />}
      isLoading={isBusy}
      className="justify-center"
    >
      {button}
    </Button>
    {below}
  </form>
)
