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
import { t } from '#languages/settings.ts'
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
    change.mutate({ id, change: wanted }, tell(done, t('Could not change {name}', { name })))

  const isAdmin = role === 'admin'
  const items = [
    {
      label: t('Sign out everywhere'),
      icon: <LogOut />,
      onSelect: () =>
        signOut.mutate(
          id,
          tell(
            t('{name} is signed out everywhere', { name }),
            t('Could not sign {name} out', { name }),
          ),
        ),
    },
    ...(onRead ? [{ label: t('Read chats'), icon: <MessagesSquare />, onSelect: onRead }] : []),
    ...(isFirst
      ? []
      : [
          {
            label: isAdmin ? t('Make a member') : t('Make an admin'),
            icon: isAdmin ? <ShieldMinus /> : <ShieldPlus />,
            onSelect: () =>
              apply(
                { role: isAdmin ? 'member' : 'admin' },
                t('{name} is {isAdmin, select, true {a member} other {an admin}} now', {
                  name,
                  isAdmin,
                }),
              ),
          },
          ...(person.hasSecondFactor
            ? [
                {
                  label: t('Turn off two-factor authentication'),
                  icon: <ShieldOff />,
                  onSelect: () =>
                    removeFactor.mutate(
                      id,
                      tell(
                        t('{name} signs in with the password alone, and is signed out everywhere', {
                          name,
                        }),
                        t('Could not turn off two-factor authentication'),
                      ),
                    ),
                },
              ]
            : []),
          'separator' as const,
          isOff
            ? {
                label: isWaiting ? t('Approve') : t('Turn on'),
                icon: <UserCheck />,
                onSelect: () =>
                  apply(
                    { isOff: false },
                    t('{name} can sign in{isWaiting, select, true {} other { again}}', {
                      name,
                      isWaiting,
                    }),
                  ),
              }
            : {
                label: t('Turn off'),
                icon: <UserX />,
                isDangerous: true,
                onSelect: () => apply({ isOff: true }, t('{name} can no longer sign in', { name })),
              },
          ...(isOff && !isWaiting
            ? [{ label: t('Hand over to…'), icon: <ArrowRightLeft />, onSelect: onHandOver }]
            : []),
          deletesAt === undefined
            ? { label: t('Delete'), icon: <Trash2 />, isDangerous: true, onSelect: onDelete }
            : {
                label: t('Keep the account'),
                icon: <Undo2 />,
                onSelect: () =>
                  keep.mutate(
                    id,
                    tell(t('{name} stays', { name }), t('Could not keep {name}', { name })),
                  ),
              },
        ]),
  ]
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="font-medium wrap-anywhere">{name}</h3>
          {isAdmin && <Badge tone="accent">{t('Admin')}</Badge>}
          {isOff && (
            <Badge tone="warning">{isWaiting ? t('Waiting for approval') : t('Off')}</Badge>
          )}
          {deletesAt !== undefined && (
            <Badge tone="danger">
              {t('Deleted on {deletesAt}', { deletesAt: formatDay(deletesAt) })}
            </Badge>
          )}
        </div>
        <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">{email}</p>
      </div>
      <Menu trigger={moreButton(name)} items={items} />
    </li>
  )
}

const moreButton = (name: string) => (trigger: OverlayTriggerProps) => (
  <IconButton
    {...trigger}
    label={t('More about {name}', { name })}
    icon={<Ellipsis aria-hidden />}
  />
)
