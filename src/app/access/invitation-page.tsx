import { useMutation } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState, type FormEvent } from 'react'
import { getFieldProblems } from '#api/http/field-problems.ts'
import { acceptInvitation, readInvitation } from '#api/access/people.ts'
import { passwordLengthMin } from '#contract/access/access.ts'
import type { ShownInvitation } from '#contract/access/people.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { EntryLayout } from './entry-layout.tsx'
import { LinkedPage } from './linked-page.tsx'
import { EmailField, LargeField, PasswordField } from './credential-fields.tsx'

export const InvitationPage = ({ token }: { token: string }) => (
  <LinkedPage
    queryKey={['invitation', token]}
    read={(signal) => readInvitation(token, signal)}
    failedTitle={t('The invitation could not be opened')}
    goneTitle={t('This invitation can’t be used')}
    goneHint={t(
      'It was used or revoked, has expired, or was not copied completely. Ask for a new one if you have no account yet.',
    )}
  >
    {(invited) => <JoinForm token={token} invited={invited} />}
  </LinkedPage>
)

function JoinForm({ token, invited }: { token: string; invited: ShownInvitation }) {
  const accept = useMutation({ mutationFn: acceptInvitation, gcTime: 0 })
  const [name, setName] = useState(invited.name)
  const [email, setEmail] = useState(invited.email ?? '')
  const [password, setPassword] = useState('')
  const problems = getFieldProblems(accept.error, ['password', 'email', 'name'])

  function submit(event: FormEvent) {
    event.preventDefault()
    accept.mutate({ token, name, email, password })
  }

  return (
    <div className="h-full overflow-y-auto">
      <EntryLayout>
        <h1 className="text-2xl font-semibold">{t('Join Bozzetto')}</h1>
        <p className="mt-1.5 mb-6 text-pretty text-ink-muted">
          {t('You are invited to this server. You get chats and models of your own.')}
        </p>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <LargeField
            label={t('Name')}
            name="name"
            autoComplete="name"
            error={problems.name}
            value={name}
            onChange={setName}
          />
          <EmailField
            hint={
              invited.email === undefined
                ? t('You sign in with it.')
                : t('You sign in with it. The invitation is for this address only.')
            }
            readOnly={invited.email !== undefined}
            error={problems.email}
            value={email}
            onChange={setEmail}
          />
          <PasswordField
            autoComplete="new-password"
            hint={t('At least {passwordLengthMin} characters.', { passwordLengthMin })}
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
            {t('Create account')}
          </Button>
        </form>
      </EntryLayout>
    </div>
  )
}
