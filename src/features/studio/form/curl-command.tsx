import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { showToast } from '#ui/feedback/toasts.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/studio.ts'

export function CurlCommand({ text }: { text: string }) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === text
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
    } catch {
      showToast({
        kind: 'error',
        title: t('Cannot copy'),
        detail: t('Select the text and copy it.'),
      })
    }
  }
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between">
        <h3 className="text-xs font-medium text-ink-faint">{t('The same with curl')}</h3>
        <Button
          variant="ghost"
          size="sm"
          icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? t('Copied') : t('Copy')}
        </Button>
      </div>
      <pre
        // Scrollable elements must be focusable.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('curl command')}
        className="max-h-64 overflow-auto rounded-md border border-line bg-surface-sunken p-2.5 font-mono text-xs"
      >
        {text}
      </pre>
    </div>
  )
}
