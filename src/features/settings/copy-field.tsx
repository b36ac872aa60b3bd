import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'

type CopyFieldProps = {
  label: string
  text: string
  /** Whether the text is selected at once. */
  isSelected?: boolean
}

const shownMs = 1_600

/** A text to take along, and the button that does. */
export function CopyField({ label, text, isSelected = false }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (isSelected) input.current?.select()
  }, [isSelected])

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // Not allowed, or a page without HTTPS, where there is no such thing: the person's keys do it.
      input.current?.select()
      showToast({
        title: 'This browser does not let us copy',
        detail: 'The text is selected: press Ctrl+C.',
      })
    }
  }

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
        aria-label={`Copy ${label}`}
        icon={isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
        onClick={() => void copy()}
      >
        <span className="max-sm:hidden">{isCopied ? 'Copied' : 'Copy'}</span>
      </Button>
      <output className="sr-only">{isCopied && `${label} copied`}</output>
    </div>
  )
}
