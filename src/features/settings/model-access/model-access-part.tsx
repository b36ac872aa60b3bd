import { joinWithCommas } from '#lib/format.ts'
import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { ModelRule } from '#contract/model-access.ts'
import { connectionsQuery } from '#queries/connections.ts'
import { modelsQuery } from '#queries/models.ts'
import { directoryQuery, teamsQuery } from '#queries/teams.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { modelRulesQuery } from './model-access-queries.ts'
import { ModelRuleDialog } from './model-rule-dialog.tsx'

export function ModelAccessPart() {
  const { data, error } = useQuery(modelRulesQuery())
  const nameWhom = useNames()
  const nameTarget = useTargetNames()
  const [opened, setOpened] = useState<{ rule?: ModelRule }>()
  return (
    <SettingsPart
      id="model-access"
      title={t('Model access')}
      about={t(
        'Everyone can use every model unless a rule limits who can use a connection or a model. Rules apply to admins, too.',
      )}
      action={
        <Button icon={<Plus aria-hidden />} onClick={() => setOpened({})}>
          {t('Add rule')}
        </Button>
      }
    >
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {data?.rules.length === 0 && (
        <EmptyRow icon={<KeyRound />} title={t('Everyone can use every model')}>
          {t('Add a rule to limit a connection or a model to some people or teams.')}
        </EmptyRow>
      )}
      {data && data.rules.length > 0 && (
        <ul aria-label={t('Model access')} className={cardClass}>
          {data.rules.map((rule) => (
            <li key={rule.target} className="flex items-center gap-4 px-4 py-3.5">
              <div className="min-w-0 flex-1">
                <h3 className="font-medium wrap-anywhere">{nameTarget(rule)}</h3>
                <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">{nameWhom(rule)}</p>
              </div>
              <IconButton
                label={t('Change who can use {rule}', { rule: nameTarget(rule) })}
                icon={<Pencil aria-hidden />}
                onClick={() => setOpened({ rule })}
              />
            </li>
          ))}
        </ul>
      )}
      <ModelRuleDialog
        key={opened?.rule?.target ?? String(opened !== undefined)}
        isOpen={opened !== undefined}
        rule={opened?.rule}
        name={opened?.rule && nameTarget(opened.rule)}
        onClose={() => setOpened(undefined)}
      />
    </SettingsPart>
  )
}

function useNames() {
  const { data: directory } = useQuery(directoryQuery())
  const { data: teams } = useQuery(teamsQuery())
  return ({ userIds, teamIds }: ModelRule): string => {
    const names = [
      ...(teams?.teams ?? [])
        .filter(({ id }) => teamIds.includes(id))
        .map(({ name }) => t('Team {name}', { name })),
      ...(directory?.people ?? []).filter(({ id }) => userIds.includes(id)).map(({ name }) => name),
    ]
    return names.length === 0 ? t('Nobody') : joinWithCommas(names)
  }
}

function useTargetNames() {
  const { data: connections } = useQuery(connectionsQuery())
  const { data: models } = useQuery(modelsQuery())
  return ({ target }: ModelRule): string =>
    [...(connections?.connections ?? []), ...(models?.models ?? [])].find(({ id }) => id === target)
      ?.name ?? target
}
