import ArrowUp from 'lucide-react/icons/arrow-up'
import Square from 'lucide-react/icons/square'
import { IconButton } from '#ui/actions/icon-button.tsx'

type SendButtonsProps = {
  isRunning: boolean
  isEmpty: boolean
  canSend: boolean
  onStop: () => void
}

export const SendButtons = ({ isRunning, isEmpty, canSend, onStop }: SendButtonsProps) => (
  <>
    {isRunning && (
      <IconButton
        variant={isEmpty ? 'primary' : 'secondary'}
        className="size-9! rounded-lg"
        label="Stop"
        keys="Esc"
        icon={<Square aria-hidden className="size-3! fill-current" />}
        onClick={onStop}
      />
    )}
    {(!isRunning || !isEmpty) && (
      <IconButton
        variant="primary"
        type="submit"
        className="size-9! rounded-lg"
        label="Send"
        keys="Enter"
        disabled={!canSend}
        icon={<ArrowUp aria-hidden />}
      />
    )}
  </>
)
