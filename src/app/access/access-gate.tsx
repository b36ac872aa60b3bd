import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { confirmation } from '#api/http/confirmation.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { noteSignedOut, signedOut } from '#api/http/signed-out.ts'
import { parsePlace } from '../navigation/routes.ts'

const loadSignIn = async () => (await import('./sign-in-dialog.tsx')).SignInDialog
const loadConfirm = async () =>
  (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog

/**
 * The server adds this element to the page if nobody is signed in, so that the app sends no
 * requests that would fail.
 */
if (document.querySelector('meta[name="bozzetto-access"]')) noteSignedOut()

/**
 * Renders the sign-in dialog if nobody is signed in. The page below keeps its state, and its
 * requests wait for the sign-in.
 */
export function AccessGate({ children }: { children: ReactNode }) {
  const isOut = useStore(signedOut, (state) => state.isOut)
  const isConfirming = useStore(confirmation, ({ waiting }) => waiting.length > 0)
  const [path] = useLocation()
  const { name } = parsePlace(path)
  const isClosed = isOut && !['share', 'shared-chat', 'invitation', 'reset'].includes(name)
  const [wasOpen, setWasOpen] = useState(!isClosed)
  if (!isClosed && !wasOpen) setWasOpen(true)
  return (
    <>
      {wasOpen && children}
      {isClosed && <Loaded load={loadSignIn} props={{}} />}
      {isConfirming && !isClosed && <Loaded load={loadConfirm} props={{}} />}
    </>
  )
}
