import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { arePasskeysUsable, isPasskeyCancelled, signInWithPasskey } from '#api/access/passkeys.ts'
import { explain } from '#api/http/errors.ts'
import { Button } from '#ui/actions/button.tsx'

/** Signs in with a passkey, and has the browser offer them under the email field. */
export function PasskeyButton() {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isUsable = arePasskeysUsable()

  useEffect(() => {
    if (!isUsable) return
    async function offer() {
      try {
        await signInWithPasskey({ isOffered: true })
      } catch (error) {
        if (!isPasskeyCancelled(error)) setProblem(explain(error))
      }
    }
    void offer()
  }, [isUsable])

  async function signIn() {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await signInWithPasskey({ isOffered: false })
    } catch (error) {
      if (!isPasskeyCancelled(error)) setProblem(explain(error))
    } finally {
      setIsBusy(false)
    }
  }

  if (!isUsable) return null
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Button
        size="lg"
        icon={<KeyRound aria-hidden />}
        isLoading={isBusy}
        onClick={() => void signIn()}
        className="justify-center"
      >
        Sign in with a passkey
      </Button>
      {problem !== undefined && (
        <p role="alert" className="text-sm text-pretty text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
