import { useState } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { explain } from '#lib/explain.ts'
import type { AccessState, SignIn } from '#contract/access/access.ts'
import { CodeForm } from './code-form.tsx'
import { LinkForm } from './link-form.tsx'
import { PasswordForm } from './password-form.tsx'

export type Way = AccessState['signInWith']

/** What is asked for: the password or the link, and after the password perhaps a code. */
type Step = Way | 'code' | 'recovery'

/** What each step says, and what its button does. */
export type CredentialWords = Record<Step, { title: string; text: string; button: string }> & {
  linkLabel: string
}

type CredentialsProps = {
  /** What lets in, once that is known. */
  way: Way | undefined
  words: CredentialWords
  titleId: string
  titleClass: string
  heading: 'h1' | 'h2'
  /** Whether with accounts the email address is asked for; of who is signed in it is known. */
  withEmail?: boolean
  send: (credential: SignIn) => Promise<void>
  /** The second step, where `send` was refused with `code_needed`. */
  sendCode: (code: string) => Promise<void>
}

const isRefusedWith = (error: unknown, code: ApiError['code']): boolean =>
  error instanceof ApiError && error.code === code

/** Asks for what lets in, one thing after the other. */
export function Credentials(props: CredentialsProps) {
  const { way, words, titleId, titleClass, heading: Heading, send, sendCode } = props
  const { withEmail = true } = props
  const [codeStep, setCodeStep] = useState<'code' | 'recovery'>()
  const [told, setTold] = useState<string>()
  // With the link there is no code: the password has been removed meanwhile.
  const step: Step | undefined = way === 'link' ? way : way && (codeStep ?? way)
  const { title, text } = words[step ?? 'password']

  async function sendFirst(credential: SignIn): Promise<void> {
    try {
      await send(credential)
    } catch (error) {
      if (!isRefusedWith(error, 'code_needed')) throw error
      setTold(undefined)
      setCodeStep('code')
    }
  }

  async function sendSecond(code: string): Promise<void> {
    try {
      await sendCode(code)
    } catch (error) {
      if (!isRefusedWith(error, 'conflict')) throw error
      // The password was shown too long ago.
      setTold(explain(error))
      setCodeStep(undefined)
    }
  }

  return (
    <>
      <Heading id={titleId} className={titleClass}>
        {title}
      </Heading>
      <p className="mt-1.5 mb-6 text-pretty text-ink-muted">{step && text}</p>
      {(step === 'password' || step === 'account') && (
        <PasswordForm
          send={sendFirst}
          button={words[step].button}
          told={told}
          withEmail={step === 'account' && withEmail}
        />
      )}
      {step === 'link' && (
        <LinkForm send={sendFirst} label={words.linkLabel} button={words.link.button} />
      )}
      {(step === 'code' || step === 'recovery') && (
        <CodeForm
          key={step}
          kind={step}
          send={sendSecond}
          button={words[step].button}
          onSwitch={() => setCodeStep(step === 'code' ? 'recovery' : 'code')}
          onBack={() => {
            setTold(undefined)
            setCodeStep(undefined)
          }}
        />
      )}
    </>
  )
}
