import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import Ellipsis from 'lucide-react/icons/ellipsis'
import LogOut from 'lucide-react/icons/log-out'
import MessagesSquare from 'lucide-react/icons/messages-square'
import ShieldOff from 'lucide-react/icons/shield-off'
import ShieldMinus from 'lucide-react/icons/shield-minus'
import ShieldPlus from 'lucide-react/icons/shield-plus'
import Trash2 from 'lucide-react/icons/trash'
import Undo2 from 'lucide-react/icons/undo-2'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import type { ChangePerson, Person } from '#contract/access/people.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { formatDay } from '../layout/format-day.ts'
import {
  useChangePerson,
  useKeepPerson,
  useRemoveSecondFactor,
  useSignOutPerson,
} from './people-queries.ts'

const tell = (done: string, failed: string) => ({
  onSuccess: () => showToast({ title: done, kind: 'success' }),
  onError: reportFailure(failed),
})

type PersonRowProps = {
  person: Person
  isFirst: boolean
  onRead: (() => void) | undefined
  onHandOver: () => void
  onDelete: () => void
}

/**
 * Renders one account with the actions of an admin. The first account is always an active admin.
 */
export function PersonRow({ person, isFirst, onRead, onHandOver, onDelete }: PersonRowProps) {
  const change = useChangePerson()
  const signOut = useSignOutPerson()
  const keep = useKeepPerson()
  const removeFactor = useRemoveSecondFactor()
  const { id, name, email, role, isOff, isWaiting, deletesAt } = person

  const apply = (wanted: ChangePerson, done: string) =>
    change.mutate({ id, change: wanted }, tell(done, `Could not change ${name}`))

  const isAdmin = role === 'admin'
  const items = [
    {
      label: 'Sign out everywhere',
      icon: <LogOut />,
      onSelect: () =>
        signOut.mutate(id, tell(`${name} is signed out everywhere`, `Could not sign ${name} out`)),
    },
    ...(onRead ? [{ label: 'Read chats', icon: <MessagesSquare />, onSelect: onRead }] : []),
    ...(isFirst
      ? []
      : [
          {
            label: isAdmin ? 'Make a member' : 'Make an admin',
            icon: isAdmin ? <ShieldMinus /> : <ShieldPlus />,
            onSelect: () =>
              apply(
                { role: isAdmin ? 'member' : 'admin' },
                `${name} is ${isAdmin ? 'a member' : 'an admin'} now`,
              ),
          },
          ...(person.hasSecondFactor
            ? [
                {
                  label: 'Turn off two-factor authentication',
                  icon: <ShieldOff />,
                  onSelect: () =>
                    removeFactor.mutate(
                      id,
                      tell(
                        `${name} signs in with the password alone, and is signed out everywhere`,
                        'Could not turn off two-factor authentication',
                      ),
                    ),
                },
              ]
            : []),
          'separator' as const,
          isOff
            ? {
                label: isWaiting ? 'Approve' : 'Turn on',
                icon: <UserCheck />,
                onSelect: () =>
                  apply({ isOff: false }, `${name} can sign in${isWaiting ? '' : ' again'}`),
              }
            : {
                label: 'Turn off',
                icon: <UserX />,
                isDangerous: true,
                onSelect: () => apply({ isOff: true }, `${name} can no longer sign in`),
              },
          ...(isOff && !isWaiting
            ? [{ label: 'Hand over to…', icon: <ArrowRightLeft />, onSelect: onHandOver }]
            : []),
          deletesAt === undefined
            ? { label: 'Delete', icon: <Trash2 />, isDangerous: true, onSelect: onDelete }
            : {
                label: 'Keep the account',
                icon: <Undo2 />,
                onSelect: () => keep.mutate(id, tell(`${name} stays`, `Could not keep ${name}`)),
              },
        ]),
  ]
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="font-medium wrap-anywhere">{name}</h3>
          {isAdmin && <Badge tone="accent">Admin</Badge>}
          {isOff && <Badge tone="warning">{isWaiting ? 'Waiting for approval' : 'Off'}</Badge>}
          {deletesAt !== undefined && (
            <Badge tone="danger">{`Deleted on ${formatDay(deletesAt)}`}</Badge>
          )}
        </div>
        <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">{email}</p>
      </div>
      <Menu trigger={moreButton(name)} items={items} />
    </li>
  )
}

const moreButton = (name: string) => (trigger: OverlayTriggerProps) => (
  <IconButton {...trigger} label={`More about ${name}`} icon={<Ellipsis aria-hidden />} />
)
