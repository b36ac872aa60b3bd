import { useEffect, useId, useRef, useState } from 'react'
import { readAccess, signIn } from '#api/access.ts'
import { noteSignedIn } from '#api/signed-out.ts'
import { accessStateSchema, type AccessState } from '#contract/access.ts'
import { LinkForm } from './link-form.tsx'
import { PasswordForm } from './password-form.tsx'

type Way = AccessState['signInWith']

const about: Record<Way, { title: string; text: string }> = {
  password: {
    title: 'Sign in to Bozzetto',
    text: 'Enter the password of this server to continue.',
  },
  link: {
    title: 'Open Bozzetto with its link',
    text: 'Open the link that the server printed when it started. This browser then stays signed in.',
  },
}

/**
 * Covers everything until somebody is signed in. The browser's own modal, because it lies above every
 * overlay that may be open, and leaves nothing below it to be reached.
 */
export function SignInDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const way = useWay()

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-busy={way === undefined}
      onCancel={(event) => event.preventDefault()}
      className="m-0 grid h-dvh max-h-none w-full max-w-none place-items-center overflow-y-auto bg-surface p-4 text-ink"
    >
      <div className="w-full max-w-sm">
        <img src="/icon.svg" alt="" className="mb-6 size-10" />
        <h1 id={titleId} className="text-xl font-semibold tracking-tight">
          {about[way ?? 'password'].title}
        </h1>
        <p className="mt-1.5 mb-6 text-pretty text-ink-muted">{way && about[way].text}</p>
        {way === 'password' && <PasswordForm send={signIn} label="Sign in" />}
        {way === 'link' && <LinkForm send={signIn} label="Or paste it here" />}
      </div>
    </dialog>
  )
}

/** What lets in: as the page was told when it was loaded, then as the server says. */
function useWay(): Way | undefined {
  const [way, setWay] = useState(toldByPage)
  useEffect(() => {
    async function look(): Promise<void> {
      try {
        const { isSignedIn, signInWith } = await readAccess()
        // Another window of this browser may have been used meanwhile.
        if (isSignedIn) noteSignedIn()
        setWay(signInWith)
      } catch (error) {
        // The form is there all the same, and says more when it is used.
        console.warn('The server does not say whether somebody is signed in.', error)
        setWay((known) => known ?? 'password')
      }
    }
    void look()
    const lookAgain = () => void look()
    window.addEventListener('focus', lookAgain)
    return () => window.removeEventListener('focus', lookAgain)
  }, [])
  return way
}

function toldByPage(): Way | undefined {
  const told = document.querySelector('meta[name="bozzetto-access"]')?.getAttribute('content')
  return accessStateSchema.shape.signInWith.safeParse(told).data
}
