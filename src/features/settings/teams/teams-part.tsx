import { joinWithCommas } from '#lib/format.ts'
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { Team, TeamList } from '#contract/access/teams.ts'
import { teamsQuery } from '#queries/teams.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { useRemoval } from '../layout/use-removal.ts'
import { moreButton } from '../layout/more-button.tsx'
import { MembersDialog } from './members-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { SettingSwitch } from './setting-switch.tsx'
import { useDeleteTeam } from './team-mutations.ts'

export function TeamsPart({ isAdmin }: { isAdmin: boolean }) {
  const { data, error } = useQuery(teamsQuery())
  const [naming, setNaming] = useState<{ team?: Team }>()
  if (!isAdmin && !error && !data?.canMake && !data?.teams.length) return null
  return (
    <SettingsPart
      id="teams"
      title={t('Teams')}
      about={t(
        'Share chats and models with several people at once. Viewers read them, editors change them, owners manage the team.',
      )}
      action={
        data?.canMake && (
          <Button icon={<Plus aria-hidden />} onClick={() => setNaming({})}>
            {t('New team')}
          </Button>
        )
      }
    >
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {data?.teams.length === 0 && (
        <EmptyRow icon={<Users />} title={t('No teams yet')}>
          {t('Create one to share with several people, or to give them a limit together.')}
        </EmptyRow>
      )}
      {data && data.teams.length > 0 && (
        <TeamRows teams={data.teams} onRename={(team) => setNaming({ team })} />
      )}
      {data && isAdmin && <MemberSwitches settings={data.settings} />}
      <NameDialog
        isOpen={naming !== undefined}
        team={naming?.team}
        onClose={() => setNaming(undefined)}
      />
    </SettingsPart>
  )
}

const MemberSwitches = ({ settings }: Pick<TeamList, 'settings'>) => (
  <>
    <SettingSwitch
      settings={settings}
      name="membersMakeTeams"
      label={t('Members can create teams')}
    />
    <SettingSwitch
      settings={settings}
      name="membersConnect"
      label={t('Members can connect services for themselves and their teams')}
    />
  </>
)

type TeamRowsProps = { teams: readonly Team[]; onRename: (team: Team) => void }

function TeamRows({ teams, onRename }: TeamRowsProps) {
  const [openedId, setOpenedId] = useState<string>()
  const remove = useDeleteTeam()
  const removal = useRemoval<Team>({
    remove: ({ id }, callbacks) => remove.mutate(id, callbacks),
    isPending: remove.isPending,
    failed: t('The team was not deleted'),
  })
  return (
    <>
      <ul aria-label={t('Teams')} className={cardClass}>
        {teams.map((team) => (
          <li key={team.id} className="flex items-center gap-4 px-4 py-3.5">
            <div className="min-w-0 flex-1">
              <h3 className="font-medium wrap-anywhere">{team.name}</h3>
              <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">{namesIn(team)}</p>
            </div>
            <Button
              onClick={() => setOpenedId(team.id)}
              aria-label={t('People in {name}', { name: team.name })}
            >
              {t('People')}
            </Button>
            {team.canManage && (
              <Menu
                trigger={moreButton(team.name)}
                items={[
                  { label: t('Rename'), icon: <Pencil />, onSelect: () => onRename(team) },
                  {
                    label: t('Delete'),
                    icon: <Trash2 />,
                    isDangerous: true,
                    onSelect: () => removal.ask(team),
                  },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      <MembersDialog
        team={teams.find(({ id }) => id === openedId)}
        onClose={() => setOpenedId(undefined)}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={t('Delete {name}?', { name: removal.shown?.name ?? '' })}
        description={t(
          'The people in it lose access to what was shared with the team. Nothing is deleted.',
        )}
        confirmLabel={t('Delete')}
      />
    </>
  )
}

const namesShown = 5

function namesIn({ members }: Team): string {
  const more = members.length - namesShown
  const names = members.slice(0, namesShown).map(({ name }) => name)
  if (names.length === 0) return t('Nobody yet')
  return `${joinWithCommas(names)}${more > 0 ? ` ${t('and {more} more', { more })}` : ''}`
}
