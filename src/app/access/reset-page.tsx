import { useMutation, useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import Link2Off from 'lucide-react/icons/link-2-off'
import { useState, type FormEvent } from 'react'
import { readPasswordReset, resetPassword } from '#api/access/password-reset.ts'
import { ApiError } from '#api/http/errors.ts'
import { getFieldProblems } from '#api/http/field-problems.ts'
import { passwordLengthMin } from '#contract/access/access.ts'
import { explainError } from '#lib/explain.ts'
import { withBase } from '#lib/base-path.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LinkState } from '#ui/feedback/link-state.tsx'
import { useUnlisted } from '#ui/layout/use-unlisted.ts'
import { PasswordField } from './credential-fields.tsx'
import { EntryLayout } from './entry-layout.tsx'

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'bad_request')

/** Renders the page of a link from a mail, where a person chooses a new password. */
export function ResetPage({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['password-reset', token],
    queryFn: ({ signal }) => readPasswordReset(token, signal),
    retry: (count, failure) => !isGone(failure) && count < 2,
    // A used link is invalid, so another request would hide that the password was changed.
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  })
  useUnlisted()
  if (data) return <NewPasswordForm token={token} email={data.email} />
  return (
    <LinkState
      problem={error ? explainError(error) : undefined}
      isGone={isGone(error)}
      title="The link could not be opened"
      gone={
        <EmptyState
          icon={<Link2Off />}
          title="This link can’t be used"
          heading="h1"
          action={<LinkButton href="/">Go to Bozzetto</LinkButton>}
        >
          It was used, has expired, or was not copied completely. Ask for a new one on the sign-in
          page.
        </EmptyState>
      }
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function NewPasswordForm({ token, email }: { token: string; email: string }) {
  const reset = useMutation({ mutationFn: resetPassword, gcTime: 0 })
  const [password, setPassword] = useState('')
  const problems = getFieldProblems(reset.error, ['password'])

  function submit(event: FormEvent) {
    event.preventDefault()
    reset.mutate({ token, password })
  }

  return (
    <div className="h-full overflow-y-auto">
      <EntryLayout>
        <h1 className="text-2xl font-semibold">
          {reset.isSuccess ? 'Your password was changed' : 'Choose a new password'}
        </h1>
        <output className="mt-1.5 block mb-6 text-pretty text-ink-muted">
          {reset.isSuccess
            ? 'All browsers were signed out. Sign in with the new password.'
            : `It replaces the password of ${email}, and signs out all browsers.`}
        </output>
        {reset.isSuccess ? (
          // Loads the page again, because it may still contain data of the session that has ended.
          <Button
            variant="primary"
            size="lg"
            className="w-full justify-center"
            onClick={() => window.location.assign(withBase('/'))}
          >
            Sign in
          </Button>
        ) : (
          <form onSubmit={submit} className="flex flex-col gap-4">
            <input
              type="text"
              name="username"
              autoComplete="username"
              value={email}
              readOnly
              hidden
            />
            <PasswordField
              autoComplete="new-password"
              hint={`At least ${passwordLengthMin} characters.`}
              error={problems.password}
              minLength={passwordLengthMin}
              value={password}
              onChange={setPassword}
            />
            <Button
              type="submit"
              variant="primary"
              size="lg"
              icon={<KeyRound aria-hidden />}
              isLoading={reset.isPending}
              className="justify-center"
            >
              Change password
            </Button>
          </form>
        )}
      </EntryLayout>
    </div>
  )
}
