import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/settings.ts'
import { useCopy } from './use-copy.ts'

type CopyFieldProps = {
  label: string
  text: string
  isSelected?: boolean
}

export function CopyTextField({ label, text, isSelected = false }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { isCopied, copy } = useCopy(text, () => input.current?.select())

  useEffect(() => {
    if (isSelected) input.current?.select()
  }, [isSelected])

  return (
    <div className="flex gap-2">
      <input
        ref={input}
        readOnly
        aria-label={label}
        value={text}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        className="control min-w-0 flex-1 font-mono text-ellipsis"
      />
      <Button
        aria-label={t('Copy {label}', { label })}
        icon={isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
        onClick={() => void copy()}
      >
        <span className="max-sm:hidden">{isCopied ? t('Copied') : t('Copy')}</span>
      </Button>
      <output className="sr-only">{isCopied && t('{label} copied', { label })}</output>
    </div>
  )
}
