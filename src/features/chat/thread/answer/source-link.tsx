import { useState, type ReactNode } from 'react'
import type { Source } from '#contract/chat/chat.ts'
import { Loaded } from '#ui/layout/loaded.tsx'

const loadDialog = async () => (await import('./source-dialog.tsx')).SourceDialog

type SourceLinkProps = {
  source: Source
  label?: string
  className?: string
  children: ReactNode
}

export function SourceLink({ source, label, className, children }: SourceLinkProps) {
  const [isOpen, setIsOpen] = useState(false)
  const shared = { className, title: source.quote || undefined, 'aria-label': label }
  if (source.url !== undefined) {
    return (
      <a {...shared} href={source.url} target="_blank" rel="noreferrer noopener nofollow">
        {children}
      </a>
    )
  }
  return (
    <>
      <button {...shared} type="button" data-source="" onClick={() => setIsOpen(true)}>
        {children}
      </button>
      <Loaded
        load={loadDialog}
        isWanted={isOpen}
        props={{ source: isOpen ? source : undefined, onClose: () => setIsOpen(false) }}
      />
    </>
  )
}
