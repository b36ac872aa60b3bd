import { useQuery } from '@tanstack/react-query'
import { explainError } from '#lib/explain.ts'
import type { ServerSetting } from '#contract/server-settings.ts'
import { Card } from '#ui/layout/card.tsx'
import { cn } from '#ui/cn.ts'
import { SettingsPart } from '../layout/part.tsx'
import { AlertActions } from './alert-actions.tsx'
import { PythonPackages } from './python-packages.tsx'
import { serverSettingsQuery } from './server-setting-queries.ts'
import { SettingRow } from './setting-row.tsx'
import { settingGroups } from './setting-groups.ts'
import { TestMail } from './test-mail.tsx'

export function ServerPage() {
  const { data, error } = useQuery(serverSettingsQuery())
  const find = (name: ServerSetting['name']) => data?.find((setting) => setting.name === name)
  const groups = settingGroups.map(({ id, title, about, settings }) => (
    <SettingsPart key={id} id={id} title={title} about={about}>
      {/* Invisible until loaded, so that the rows keep their places. */}
      <Card className={cn('flex flex-col gap-5 p-4', !data && 'invisible')}>
        {settings.map((described) => (
          <SettingRow key={described.name} described={described} setting={find(described.name)} />
        ))}
        {data && id === 'mail' && <TestMail />}
        {data && id === 'alerts' && <AlertActions />}
      </Card>
    </SettingsPart>
  ))
  return (
    <>
      {error && (
        <p role="alert" className="text-danger">
          {explainError(error)}
        </p>
      )}
      {groups}
      <PythonPackages />
    </>
  )
}
