import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { useBriefly } from '#ui/actions/use-briefly.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { copyRich } from './copy-rich.ts'

type CopyButtonProps = {
  label: string
  text: () => string
  drawn?: (button: Element) => Element | null | undefined
}

export function CopyButton({ label, text, drawn }: CopyButtonProps) {
  const [isCopied, showCopied] = useBriefly()

  const copy = (button: Element) =>
    copyRich(text(), drawn?.(button)).then(showCopied, () =>
      showToast({ title: 'Your browser blocked copying.', kind: 'error' }),
    )

  return (
    <IconButton
      size="sm"
      label={isCopied ? 'Copied' : label}
      icon={isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      onClick={({ currentTarget }) => void copy(currentTarget)}
    />
  )
}
