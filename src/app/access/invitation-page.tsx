import { useMutation, useQuery } from '@tanstack/react-query'
import Link2Off from 'lucide-react/icons/link-2-off'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState, type FormEvent } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { getFieldProblems } from '#api/http/field-problems.ts'
import { acceptInvitation, readInvitation } from '#api/access/people.ts'
import { passwordLengthMin } from '#contract/access/access.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LinkState } from '#ui/feedback/link-state.tsx'
import { useUnlisted } from '#ui/layout/use-unlisted.ts'
import { EntryLayout } from './entry-layout.tsx'
import { EmailField, LargeField, PasswordField } from './credential-fields.tsx'

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'bad_request')

export function InvitationPage({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => readInvitation(token, signal),
    retry: (count, failure) => !isGone(failure) && count < 2,
    // A used invitation is invalid. The page must still stay while the page signs the new user in.
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  })
  useUnlisted()
  if (data) return <JoinForm token={token} invitedName={data.name} />
  return (
    <LinkState
      problem={error ? explainError(error) : undefined}
      isGone={isGone(error)}
      title="The invitation could not be opened"
      gone={
        <EmptyState
          icon={<Link2Off />}
          title="This invitation can’t be used"
          heading="h1"
          action={<LinkButton href="/">Go to Bozzetto</LinkButton>}
        >
          It was used or revoked, has expired, or was not copied completely. Ask for a new one if
          you have no account yet.
        </EmptyState>
      }
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function JoinForm({ token, invitedName }: { token: string; invitedName: string }) {
  const accept = useMutation({ mutationFn: acceptInvitation, gcTime: 0 })
  const [name, setName] = useState(invitedName)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const problems = getFieldProblems(accept.error, ['password', 'email', 'name'])

  function submit(event: FormEvent) {
    event.preventDefault()
    accept.mutate({ token, name, email, password })
  }

  return (
    <div className="h-full overflow-y-auto">
      <EntryLayout>
        <h1 className="text-2xl font-semibold">Join Bozzetto</h1>
        <p className="mt-1.5 mb-6 text-pretty text-ink-muted">
          You are invited to this server. You get chats and models of your own.
        </p>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <LargeField
            label="Name"
            name="name"
            autoComplete="name"
            error={problems.name}
            value={name}
            onChange={setName}
          />
          <EmailField
            hint="You sign in with it."
            error={problems.email}
            value={email}
            onChange={setEmail}
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
            icon={<UserPlus aria-hidden />}
            isLoading={accept.isPending || accept.isSuccess}
            className="justify-center"
          >
            Create account
          </Button>
        </form>
      </EntryLayout>
    </div>
  )
}
