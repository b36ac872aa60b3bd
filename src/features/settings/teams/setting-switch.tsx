import type { PeopleSettings } from '#contract/access/teams.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/settings.ts'
import { useChangePeopleSettings } from './team-mutations.ts'

type SettingSwitchProps = {
  settings: PeopleSettings
  name: keyof PeopleSettings
  label: string
  hint?: string
}

export function SettingSwitch({ settings, name, label, hint }: SettingSwitchProps) {
  const change = useChangePeopleSettings()
  return (
    <Switch
      label={label}
      hint={hint}
      checked={settings[name]}
      onCheckedChange={(isOn) =>
        change.mutate(
          { ...settings, [name]: isOn },
          {
            onError: reportFailure(t('Could not save this')),
          },
        )
      }
    />
  )
}
