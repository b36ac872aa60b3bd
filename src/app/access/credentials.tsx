import { useState } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import type { AccessState, SignIn } from '#contract/access/access.ts'
import { CodeForm } from './code-form.tsx'
import { LinkForm } from './link-form.tsx'
import { PasswordForm } from './password-form.tsx'

export type Way = AccessState['signInWith']

type Step = Way | 'code' | 'recovery'

export type CredentialWords = Record<Step, { title: string; text: string; button: string }> & {
  linkLabel: string
}

type CredentialsProps = {
  /** How users sign in: by password or by link. Undefined until the server has responded. */
  way: Way | undefined
  words: CredentialWords
  titleId: string
  titleClass: string
  heading: 'h1' | 'h2'
  withEmail?: boolean
  hasDirectory?: boolean | undefined
  /** Opens the form for a forgotten password. Absent where the server sends no mails. */
  onForgotten?: (() => void) | undefined
  send: (credential: SignIn) => Promise<void>
  sendCode: (code: string) => Promise<void>
}

const isRefusedWith = (error: unknown, code: ApiError['code']): boolean =>
  error instanceof ApiError && error.code === code

export function CredentialsForm(props: CredentialsProps) {
  const { way, words, titleId, titleClass, heading: Heading, send, sendCode } = props
  const { withEmail = true, hasDirectory = false, onForgotten } = props
  const [codeStep, setCodeStep] = useState<'code' | 'recovery'>()
  const [told, setTold] = useState<string>()
  // If users now sign in by link, somebody has removed the password and no code is needed.
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
      // The server's confirmation of the password has expired, so ask for the password again.
      setTold(explainError(error))
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
          hasDirectory={hasDirectory}
          onForgotten={step === 'account' ? onForgotten : undefined}
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
