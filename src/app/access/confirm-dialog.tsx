import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { confirmSession, readAccess } from '#api/access.ts'
import { noteNotConfirmed } from '#api/confirmation.ts'
import { Button } from '#ui/actions/button.tsx'
import { LinkForm } from './link-form.tsx'
import { PasswordForm } from './password-form.tsx'

/**
 * Asks for the password or the link once more, before something that a borrowed or stolen browser must
 * not do. The browser's own modal, because it lies above the dialog that it may have been asked for in.
 */
export function ConfirmDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { data: state } = useQuery({
    queryKey: ['access', 'confirm'],
    queryFn: ({ signal }) => readAccess(signal),
  })

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-busy={state === undefined}
      onCancel={(event) => {
        event.preventDefault()
        noteNotConfirmed()
      }}
      className="m-auto w-full max-w-sm rounded-xl border border-line bg-surface-raised p-6 text-ink shadow-raised backdrop:bg-black/50"
    >
      <h2 id={titleId} className="text-lg font-semibold tracking-tight">
        Confirm that it’s you
      </h2>
      <p className="mt-1.5 mb-5 text-pretty text-ink-muted">
        {state?.signInWith === 'link'
          ? 'Paste the link that the server printed when it started. You won’t be asked again for 10 minutes.'
          : 'Enter the password of this server. You won’t be asked again for 10 minutes.'}
      </p>
      {state?.signInWith === 'password' && <PasswordForm send={confirmSession} label="Confirm" />}
      {state?.signInWith === 'link' && <LinkForm send={confirmSession} label="Link" />}
      <Button
        variant="ghost"
        size="lg"
        className="mt-2 w-full justify-center"
        onClick={noteNotConfirmed}
      >
        Cancel
      </Button>
    </dialog>
  )
}
