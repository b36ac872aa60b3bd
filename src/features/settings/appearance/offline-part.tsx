import { useState } from 'react'
import { canWorkOffline, offlineCopiesSetting } from '#lib/browser/offline-copies.ts'
import { stopOfflineCopies } from '#queries/offline-copies.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Switch } from '#ui/fields/switch.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'

/** Renders the switch for copies of chats and models that can be read offline. */
export function OfflinePart() {
  const [isOn, setIsOn] = useBrowserSetting(offlineCopiesSetting)
  const [problem, setProblem] = useState<string>()
  const turn = (wanted: boolean) => {
    if (wanted && !canWorkOffline()) {
      return setProblem(t('Browsers store copies only over HTTPS or on this machine.'))
    }
    setIsOn(wanted)
    if (!wanted) stopOfflineCopies().catch(reportFailure(t('Could not delete the copies')))
  }
  return (
    <SettingsPart
      id="offline"
      title={t('Offline')}
      about={t('For a device that only you use. Signing out deletes the copies.')}
    >
      <div className={cardClass}>
        <div className="px-4 py-3">
          <Switch
            label={t('Keep recent chats and models on this device')}
            hint={t(
              'They can be read without a connection. Questions are sent once you are back online.',
            )}
            checked={isOn}
            onCheckedChange={turn}
          />
          {problem !== undefined && (
            <p role="alert" className="pt-1.5 text-xs text-danger">
              {problem}
            </p>
          )}
        </div>
      </div>
    </SettingsPart>
  )
}
