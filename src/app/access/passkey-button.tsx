import KeyRound from 'lucide-react/icons/key-round'
import { useEffect, useState } from 'react'
import { arePasskeysUsable, isPasskeyCancelled, signInWithPasskey } from '#api/access/passkeys.ts'
import { explainError } from '#lib/explain.ts'
import { t } from '#languages/app.ts'
import { AlternativeSignIn } from './alternative-sign-in.tsx'

/**
 * Renders a button that signs in with a passkey. The browser also suggests passkeys under the email
 * field.
 */
export function PasskeyButton() {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isUsable = arePasskeysUsable()

  useEffect(() => {
    // Browsers allow one passkey request at a time. A late request of this effect would abort the
    // button's request.
    if (!isUsable || isBusy) return
    const controller = new AbortController()
    async function offer() {
      try {
        await signInWithPasskey({ isOffered: true, signal: controller.signal })
      } catch (error) {
        if (!isPasskeyCancelled(error)) setProblem(explainError(error))
      }
    }
    void offer()
    return () => controller.abort()
  }, [isUsable, isBusy])

  async function signIn() {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await signInWithPasskey({ isOffered: false })
    } catch (error) {
      if (!isPasskeyCancelled(error)) setProblem(explainError(error))
    } finally {
      setIsBusy(false)
    }
  }

  if (!isUsable) return null
  return (
    <AlternativeSignIn
      icon={<KeyRound aria-hidden />}
      isBusy={isBusy}
      problem={problem}
      onChosen={() => void signIn()}
    >
      {t('Sign in with a passkey')}
    </AlternativeSignIn>
  )
}
