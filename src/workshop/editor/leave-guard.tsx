import { useEffect, useState } from 'react'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useAskBeforeClosing } from '#ui/use-ask-before-closing.ts'
import { t } from '#languages/viewer.ts'
import type { UnsavedEdits } from '../state/use-edits.ts'

type LeaveGuardProps = {
  unsaved: UnsavedEdits | undefined
  /** Action of the page that would lose the edits, such as opening another file. */
  waiting: (() => void) | undefined
  onStay: () => void
}

/**
 * Asks before unsaved edits are lost: when the page is closed, a link leads away, or `waiting` is
 * set.
 */
export function LeaveGuard({ unsaved, waiting, onStay }: LeaveGuardProps) {
  const [link, setLink] = useState<HTMLAnchorElement>()
  const isEdited = unsaved !== undefined
  useAskBeforeClosing(isEdited)
  useEffect(() => {
    if (!isEdited) return undefined
    const listening = new AbortController()
    document.addEventListener(
      'click',
      (event) => {
        const target = event.target instanceof Element ? event.target.closest('a[href]') : null
        if (!(target instanceof HTMLAnchorElement) || !leavesPage(target, event)) return
        event.preventDefault()
        event.stopPropagation()
        setLink(target)
      },
      { capture: true, signal: listening.signal },
    )
    return () => listening.abort()
  }, [isEdited])

  const leave = link ? () => followLink(link) : waiting
  return (
    <ConfirmDialog
      isOpen={isEdited && leave !== undefined}
      onClose={() => {
        setLink(undefined)
        onStay()
      }}
      onConfirm={() => {
        setLink(undefined)
        onStay()
        leave?.()
      }}
      title={t('Discard your changes?')}
      description={
        unsaved &&
        t(
          '{count, plural, one {# change} other {# changes}} would be lost: {step}. To keep the edited model, download it with Export first.',
          { count: unsaved.count, step: unsaved.step },
        )
      }
      confirmLabel={t('Discard')}
      isDangerous
    />
  )
}

const leavesPage = (link: HTMLAnchorElement, event: MouseEvent): boolean =>
  event.isTrusted &&
  event.button === 0 &&
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
  !link.download &&
  (link.target === '' || link.target === '_self') &&
  link.origin === location.origin &&
  link.pathname !== location.pathname

/** Follows a link without asking, because the guard ignores clicks by scripts. */
const followLink = (link: HTMLAnchorElement): void => link.click()
